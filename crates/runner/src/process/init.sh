# The first process of a bot's namespace, with the rights that prepare it. Its arguments:
#   files 'sealed' or 'open', the program 'mount', the scratch folder, its size in bytes, its owner,
#   control groups to enter, '--', the command to run.
# When it ends, the kernel ends everything else in the namespace.
fail() {
    echo "parlor: cannot contain the bot: $1" >&2
    exit 125
}
# Empty files take up memory, too.
MOST_FILES=4096
files=$1 mount=$2 scratch=$3 size=$4 owner=$5
shift 5
# Our parent may have gone before we asked to end with it.
[ -d "/proc/$PARLOR_KEEPER" ] || exit 125
unset PARLOR_KEEPER
while [ "$1" != -- ]; do
    echo 0 >"$1/cgroup.procs" || fail "control group $1"
    shift
done
shift
if [ "$files" = sealed ]; then
    "$mount" -t proc -o nosuid,nodev,noexec proc /proc || fail "processes"
    while read -r _ point _ options _; do
        case $point in /dev | /dev/pts | /proc | /proc/* | /sys | /sys/*) continue ;; esac
        case $options in ro | ro,*) continue ;; esac
        # Flags that are not named again are taken off, and where they are locked that is refused.
        flags=
        for flag in nosuid nodev noexec noatime relatime nodiratime; do
            case ,$options, in *,$flag,*) flags=$flags,$flag ;; esac
        done
        point=$(printf '%b' "$point")
        # What lies hidden below another mount cannot be changed, or reached.
        "$mount" -o "remount,bind,ro$flags" "$point" 2>/dev/null
    done </proc/self/mounts
    [ -d /dev/shm ] && "$mount" -t tmpfs -o "size=$size,nr_inodes=$MOST_FILES,mode=1777,nosuid,nodev" parlor /dev/shm
    "$mount" -t tmpfs -o "size=$size,nr_inodes=$MOST_FILES,uid=$owner,gid=$owner,mode=700,nosuid,nodev" parlor "$scratch" ||
        fail "scratch folder"
fi
exec 3<&0 4>&1 5>&2 </dev/null >/dev/null 2>&1
(exec <&3 >&4 2>&5 3<&- 4>&- 5>&-; exec "$@") &
exec 3<&- 4>&- 5>&-
wait $!
