# The first process of a bot's namespace, with the rights that prepare it. Its arguments:
#   files 'sealed' or 'open', the program 'mount', the scratch folder, its size in bytes, its owner,
#   the working folder, control groups to enter, '--', steps that change what the bot sees, '--',
#   the command to run.
# When it ends, the kernel ends everything else in the namespace.
fail() {
    echo "parlor: cannot contain the bot: $1" >&2
    exit 125
}
# Empty files take up memory, too.
MOST_FILES=4096
files=$1 mount=$2 scratch=$3 size=$4 owner=$5 here=$6
shift 6
# Our parent may have gone before we asked to end with it.
[ -d "/proc/$PARLOR_KEEPER" ] || exit 125
unset PARLOR_KEEPER
while [ "$1" != -- ]; do
    echo 0 >"$1/cgroup.procs" || fail "control group $1"
    shift
done
shift
# Whether a line of the list of mounts, as it was read, needs no more care.
is_sealed() {
    case $point in /proc | /proc/*) return 0 ;; esac
    case $options in ro | ro,*) return 0 ;; esac
    return 1
}
# Flags that are not named again are taken off, and where they are locked that is refused.
keep_flags() {
    flags=
    for flag in nosuid nodev noexec noatime relatime nodiratime; do
        case ,$1, in *,$flag,*) flags=$flags,$flag ;; esac
    done
}
# The number of the mount that is seen at a path.
mount_at() {
    while read -r name value; do
        [ "$name" = mnt_id: ] && echo "$value"
    done 9<"$1" </proc/self/fdinfo/9
}
# The list of folders is the bot's; what runs with our rights is looked for in the usual ones first.
# Puts a file or folder of a closed folder into the one that is to cover it.
show() {
    if [ -d "$1/$2" ]; then (PATH=/usr/bin:/bin:$PATH; mkdir -- "$scratch/$2"); else : >"$scratch/$2"; fi &&
        "$mount" --rbind "$1/$2" "$scratch/$2"
}
hide() {
    if [ -d "$1" ]; then
        "$mount" -t tmpfs -o ro,size=4k,mode=755,nosuid,nodev parlor "$1"
    else
        "$mount" --bind /dev/null "$1"
    fi
}
[ "$files" = sealed ] && { "$mount" -t proc -o nosuid,nodev,noexec proc /proc || fail "processes"; }
while [ "$1" != -- ]; do
    case $1 in
    # A folder that covers another is made in the scratch folder and then moved.
    begin) "$mount" -t tmpfs -o "size=64k,mode=755,nosuid,nodev" parlor "$scratch" || fail "closed folder" ;;
    show) show "$2" "$3" || fail "$2/$3"; shift 2 ;;
    link) (PATH=/usr/bin:/bin:$PATH; ln -s -- "$3" "$scratch/$2") || fail "link $2"; shift 2 ;;
    cover) "$mount" --move "$scratch" "$2" || fail "closed folder $2"; shift ;;
    hide) hide "$2" || fail "$2 cannot be hidden"; shift ;;
    *) fail "unknown step $1" ;;
    esac
    shift
done
shift
if [ "$files" = sealed ]; then
    # All at once, since each call of 'mount' takes its time. What does not come of it is looked at below.
    # The table lies where the scratch folder will cover it.
    "$mount" -t tmpfs -o "size=1m,mode=700,nosuid,nodev" parlor "$scratch" || fail "list of mounts"
    table=
    while read -r _ _ _ _ point options _; do
        keep_flags "$options"
        is_sealed || table="${table}none $point none remount,bind,ro$flags 0 0
"
    done </proc/self/mountinfo
    printf %s "$table" >"$scratch/table" || fail "list of mounts"
    "$mount" -a -T "$scratch/table" 2>/dev/null
    for attempt in first last; do
        while read -r id _ _ _ point options _; do
            is_sealed && continue
            case $point in *\\134*) fail "a mount point with a backslash" ;; esac
            case $point in *\\*) point=$(printf '%b' "$point") ;; esac
            # What lies hidden below another mount cannot be changed, or reached.
            [ -e "$point" ] || continue
            seen=$(mount_at "$point")
            [ -n "$seen" ] || fail "cannot look at $point"
            [ "$seen" = "$id" ] || continue
            [ $attempt = first ] || fail "$point stays writable"
            keep_flags "$options"
            "$mount" -o "remount,bind,ro$flags" "$point" 2>/dev/null
        done </proc/self/mountinfo
    done
    # Without this, the shared memory of the machine is read-only like the rest.
    [ -d /dev/shm ] && "$mount" -t tmpfs -o "size=$size,nr_inodes=$MOST_FILES,mode=1777,nosuid,nodev" parlor /dev/shm
    "$mount" -t tmpfs -o "size=$size,nr_inodes=$MOST_FILES,uid=$owner,gid=$owner,mode=700,nosuid,nodev" parlor "$scratch" ||
        fail "scratch folder"
    # The folder we were started in is seen without what covers it until it is entered again.
    cd -- "$here" || fail "working folder $here"
fi
exec 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&1
(exec <&3 >&4 2>&5 3<&- 4>&- 5>&-; exec "$@") &
exec 3<&- 4>&- 5>&-
wait $!
