# Completion of the command gridlock for bash: source it, or put it where bash-completion looks.

_gridlock() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local verb=${COMP_WORDS[1]} options=
  COMPREPLY=()

  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(
      compgen -W "check play dump watch report analyze profile merge predict diff explain help --help --version" -- "$word")
    return
  fi

  case $before in
    --format)
      local formats="text json html sarif dot perfetto"
      [ "$verb" = profile ] && formats="text folded pprof"
      mapfile -t COMPREPLY < <(compgen -W "$formats" -- "$word")
      return
      ;;
    --by)
      mapfile -t COMPREPLY < <(compgen -W "holder lock" -- "$word")
      return
      ;;
    -o | --output | --baseline | --suppress)
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
  esac

  case $verb in
    check) options="--json --states --seconds --megabytes" ;;
    play) options="--json --jobs --repeat" ;;
    dump) options="--signal --poke --format --json -o --own-frames" ;;
    watch) options="--interval --count" ;;
    report) options="--format --json -o --own-frames" ;;
    analyze) options="--json --baseline --suppress --strict" ;;
    profile) options="--by --format -o" ;;
    merge) options="--json --lines --long --by-folder -o" ;;
    predict) options="--json -o" ;;
    diff) options="--json --baseline --suppress --strict" ;;
    explain) options= ;;
  esac

  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options --help" -- "$word")
    return
  fi

  case $verb in
    dump | watch)
      mapfile -t COMPREPLY < <(compgen -W "$(cd /proc && echo [0-9]*)" -- "$word")
      ;;
    explain)
      mapfile -t COMPREPLY < <(
        compgen -W "$(gridlock explain 2>/dev/null | awk '{ print $1 }')" -- "$word")
      ;;
    help)
      mapfile -t COMPREPLY < <(
        compgen -W "check play dump watch report analyze profile merge predict diff explain" -- "$word")
      ;;
    *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
  esac
}

complete -o filenames -F _gridlock gridlock
