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

/** A gauge with its samples: written labels, and the value in base units. Nothing where there is no sample. */
export function writeGauge(
  name: string,
  help: string,
  samples: Iterable<readonly [labels: string, value: number | boolean]>,
): string {
  const lines: string[] = []
  for (const [labels, value] of samples) lines.push(`${name}{${labels}} ${Number(value)}\n`)
  if (lines.length === 0) return ""
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("")}`
}
