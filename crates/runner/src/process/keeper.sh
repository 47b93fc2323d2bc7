# Stands between Parlor and the first process of a bot, as a parent that lives outside of what the
# bot can see. Its arguments are the command to run. It holds none of the bot's streams: a bot that
# closes one must be seen to close it.
# Asked to end, it ends the bot's first process, and with it the namespace, and waits until all of it is gone.
trap 'kill -KILL $! 2>/dev/null; wait; exit 137' TERM
export PARLOR_KEEPER=$$
exec 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&1
(exec <&3 >&4 2>&5 3<&- 4>&- 5>&-; exec "$@") &
exec 3<&- 4>&- 5>&-
wait $!
