#!/bin/sh
# Runs the commands in READMEs that begin with ./bazelw.  Of slow programs, only parses the flags.
#
#   readme_test.sh README…
set -eu
. base/expect.sh

# Imitates a built clone, with tables in out/ and a bazelw that runs the built programs.
mkdir "$dir/clone"
ln -s "$PWD"/* "$dir/clone"
cd "$dir/clone"
ln -s "$PWD/game/out_for_test" out
cat >bazelw <<'EOF'
#!/bin/sh
set -eu
[ "$1" = run ] || exit 0  # do not build and test: Bazel, which runs this test, does so already
while case $1 in //*) false ;; esac; do shift; done
target=${1#//}
shift $(($# > 1 ? 2 : 1))
case $target in
  *:*) path=$(echo "$target" | tr : /) ;;
  *) path=$target/${target##*/} ;;
esac
case $target in
  # Other tests run the programs that take minutes; this test only parses their flags.
  :pipeline) set -- "$@" --help; path=pipeline/pipeline ;;
  :install) path=bindings/c/install ;;
  audit:faults) set -- "$@" --help; path=audit/faults/faults ;;
  proof/check) set -- "$@" --help ;;
  # Programs that never end or need another build.
  audit:fuzz | site:serve | proof/coq | *_fuzz | *_benchmark) exit ;;
esac
# There are no tables of scored_standard and scored_advanced here.
case " $* " in
  *" --rules=scored_"*) set -- "$@" --help ;;
esac
exec "$path" "$@"
EOF
chmod +x bazelw

sed -n 's/^    \+\([A-Z_]*="[^"]*" \)\?\.\/bazelw/\1.\/bazelw/p' "$@" >commands
[ "$(wc -l <commands)" -ge 20 ] || fail "only $(wc -l <commands) commands"
while read -r command; do
  sh -c "$command" >printed 2>&1 </dev/null || fail "$command: $(cat printed)"
done <commands
