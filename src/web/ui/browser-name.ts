const browsers: [string, RegExp][] = [
  ["Edge", /Edg\//],
  ["Firefox", /Firefox\//],
  ["Chrome", /Chrom(e|ium)\//],
  ["Safari", /Safari\//],
]
const systems: [string, RegExp][] = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["Mac", /Macintosh/],
  ["Linux", /Linux/],
]

/** "Firefox on Linux", from a User-Agent header. */
export function browserName(agent: string): string {
  const named = (all: [string, RegExp][]) => all.find(([, sign]) => sign.test(agent))?.[0]
  return [named(browsers) ?? "Browser", named(systems)].filter(Boolean).join(" on ")
}
