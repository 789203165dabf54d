/** Options beyond miniflare's own: the browser fetches nothing for itself, sends no UDP, and logs nothing. */
const QUIET = [
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-quic",
  "--no-pings",
  "--enable-logging=none",
];

/**
 * Parts of the window's frame that are pages themselves. Without a screen they only cost two processes for each new
 * window.
 */
const WITHOUT = ["WebUIReloadButton", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

const LOOK_EVERY_S = 2;

export interface Shim {
  executable: string;
  /** The browser's environment: miniflare starts it with none. */
  env: Record<string, string>;
  /** Where the script may put temporary files. */
  folder: string;
  /**
   * A browser that renders nothing for this long ends, as with the platform's keep-alive, which miniflare does not
   * know.
   */
  idleSeconds: number;
  flags?: readonly string[];
}

/**
 * The script that miniflare starts in place of its own Chromium. It becomes the browser, and leaves two helpers beside
 * it. One reads what the browser writes. The other ends the browser when nobody uses it or when it has nothing to do.
 */
export function shimScript({ executable, env, folder, idleSeconds, flags = [] }: Shim): string {
  const log = `${quote(folder)}/log.$$`;
  const looks = Math.max(1, Math.ceil(idleSeconds / LOOK_EVERY_S));
  // Each page has its own process. It can be seen among the processes, or in the time of children that have ended.
  const every = Math.max(1, Math.floor(looks / 8));
  return [
    "#!/bin/sh",
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`),
    "for argument do",
    "  shift",
    // Of two switches with the same name Chromium obeys the last, so miniflare's own list of features is extended.
    `  case $argument in --disable-features=*) argument=$argument,${WITHOUT.join(",")};; esac`,
    '  set -- "$@" "$argument"',
    "done",
    // miniflare stops reading after the address of DevTools, and a browser whose pipe is full waits for ever.
    `mkfifo ${log}`,
    "(",
    `  rm -f ${log}`,
    "  while IFS= read -r line; do",
    `    printf '%s\\n' "$line" >&2`,
    '    case $line in "DevTools listening on "*) break;; esac',
    "  done",
    "  exec cat >/dev/null",
    `) <${log} &`,
    // The group's processes without those of this script: their number, the sum of their ids, and the time of children
    // that have ended (fields 16 and 17 of proc_pid_stat, where the system has them).
    "processes() {",
    "  if [ -r /proc/self/stat ]; then",
    "    cat /proc/[0-9]*/stat | sed 's/^\\([0-9]*\\) (.*) . /\\1 /'",
    "  else ps -A -o pid=,ppid=,pgid=",
    '  fi | awk -v group=$$ -v own="$1" \'',
    "    $3 == group { parent[$1] = $2; ended[$1] = $14 + $15 }",
    "    END {",
    "      for (each in parent) {",
    "        for (at = each; at in parent && at != own; ) at = parent[at]",
    "        if (at != own) { count++; sum += each; took += ended[each] }",
    "      }",
    "      print count, sum, took",
    "    }'",
    "}",
    // Whoever started the browser may be killed without notice, and the browser must not outlive it. After exec, $$ is
    // the browser.
    "(",
    "  look=0 idle=0 before= own=$(exec sh -c 'echo $PPID')",
    `  while kill -0 "$PPID" && kill -0 $$ && [ $idle -lt ${looks} ]; do`,
    `    sleep ${LOOK_EVERY_S}`,
    "    look=$((look + 1))",
    `    if [ $((look % ${every})) -eq 0 ]; then`,
    '      now=$(processes "$own")',
    `      if [ -n "$now" ] && [ "$now" = "$before" ]; then idle=$((idle + ${every})); else idle=0; fi`,
    "      before=$now",
    "    fi",
    "  done",
    // Its children need no signal: they end without their browser.
    "  kill -KILL $$",
    ") </dev/null >/dev/null 2>&1 &",
    `exec ${quote(executable)} ${[...QUIET, ...flags].join(" ")} "$@" 2>${log}`,
    "",
  ].join("\n");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
