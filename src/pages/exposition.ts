/** The Prometheus text format, version 0.0.4. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8"

/** What one thing is known by; the values are any text. */
export type Labels = Readonly<Record<string, string>>

/** `{a="b",c="d"}` with what would end a value or a line written as the format wants it. */
export const writeLabels = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(",")

const escape = (value: string): string =>
  /["\\\n]/.test(value)
    ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
    : value

/** Written labels, and the value in base units. */
export type Sample = readonly [labels: string, value: number | boolean]

/** Whoever writes an answer of many megabytes lets others work in between. */
const pieceLength = 65_536

/** A gauge with the samples of each thing, in pieces of text; nothing where there is no sample. */
export function* writeGauge<Thing>(
  name: string,
  help: string,
  things: Iterable<Thing>,
  of: (thing: Thing) => readonly Sample[],
): Generator<string> {
  const head = `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`
  let isBegun = false
  let lines = ""
  for (const thing of things) {
    for (const [labels, value] of of(thing)) lines += `${name}{${labels}} ${Number(value)}\n`
    if (lines.length < pieceLength) continue
    yield isBegun ? lines : head + lines
    isBegun = true
    lines = ""
  }
  if (lines !== "") yield isBegun ? lines : head + lines
}
