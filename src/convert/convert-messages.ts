/** Formats untrusted text for notes. */

/** Bounded quantifiers keep these linear on long texts. */
const credentials = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#@]*(?:@[^\s/?#@]*)*@/gi
const secretParameter =
  /([?&;](?:[^\s=&;#?]{0,60}[_.-])?(?:token|secret|key|apikey|password|passwd|pwd|pass|auth|sig|signature|session|sid|code)=)[^\s&;#]+/gi

/** Secret values of variables, which `withoutSecrets` replaces by their names while `hiding` runs. */
let hidden: [name: string, value: string][] = []

/** Runs synchronous work during which no message shows the values. */
export function hiding<T>(secrets: [name: string, value: string][], work: () => T): T {
  const before = hidden
  hidden = secrets
  try {
    return work()
  } finally {
    hidden = before
  }
}

/** Removes secret variables, user names and passwords from URLs, and values of parameters that look secret. */
export const withoutSecrets = (text: string): string =>
  hidden
    .reduce((left, [name, value]) => left.replaceAll(value, `\${${name}}`), text)
    .replaceAll(credentials, "$1")
    .replaceAll(secretParameter, "$1…")

export const hasSecretParameter = (url: string): boolean => url.search(secretParameter) !== -1

/** One line that a terminal and a database can hold. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()

/** As `oneLine`, but keeps line breaks and tabs. */
export const storable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}--[\n\r\t]]+/gv, " ")
    .trim()

export const clip = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`.toWellFormed()

/** A string or number as text; empty for anything else. */
export const wordOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : ""

/** A label; YAML may contain its value without quotes, as another type. */
export const labelOf = (name: string, value: unknown): string =>
  `${name}=${typeof value === "boolean" ? String(value) : wordOf(value)}`

/** A value of the export, quoted in a note. */
export const quoted = (value: unknown): string =>
  `"${clip(oneLine(withoutSecrets(wordOf(value))), 120)}"`

/** "1 monitor", "2 monitors". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const were = (count: number): string => (count === 1 ? "was" : "were")

/** `a, b and c`. */
export const listed = (words: string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
