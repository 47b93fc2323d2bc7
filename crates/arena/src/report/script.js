// Comfort only: without it everything is there too.
"use strict";
(function () {
  function make(tag, text, type) {
    var node = document.createElement(tag);
    node.textContent = text;
    if (type) node.type = type;
    return node;
  }
  // Light or dark, against what the system says.
  var root = document.documentElement;
  var light = make("button", "Light or dark", "button");
  light.className = "theme";
  light.addEventListener("click", function () {
    var dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  document.querySelector("body > header").append(light);
  // What a cell is sorted by.
  function key(row, column) {
    var cell = row.cells[column];
    var value = cell.dataset.v === undefined ? cell.textContent.trim() : cell.dataset.v;
    var number = value === "" ? -Infinity : Number(value);
    return Number.isNaN(number) ? value.toLowerCase() : number;
  }
  function compare(one, other) {
    if (typeof one === typeof other) return one < other ? -1 : one > other ? 1 : 0;
    return typeof one === "number" ? -1 : 1;
  }
  document.querySelectorAll("table.sortable").forEach(function (table) {
    var heads = table.tHead.rows[0].cells;
    Array.from(heads).forEach(function (head, column) {
      if (head.classList.contains("plain")) return;
      var button = make("button", head.textContent, "button");
      head.textContent = "";
      head.append(button);
      button.addEventListener("click", function () {
        var up = head.getAttribute("aria-sort") === "descending";
        Array.from(heads).forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        var body = table.tBodies[0];
        var rows = Array.from(body.rows);
        rows.sort(function (one, other) {
          var order = compare(key(one, column), key(other, column));
          return up ? order : -order;
        });
        body.append.apply(body, rows);
      });
    });
  });
  document.querySelectorAll("table.filtered").forEach(function (table) {
    var label = make("label", "Only rows with ");
    label.className = "filter";
    var input = make("input", "", "search");
    label.append(input);
    table.parentNode.before(label);
    input.addEventListener("input", function () {
      var wanted = input.value.toLowerCase();
      Array.from(table.tBodies[0].rows).forEach(function (row) {
        row.hidden = !row.textContent.toLowerCase().includes(wanted);
      });
    });
  });
})();
