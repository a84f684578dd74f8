import { shellWords } from "./shell-words.ts"
import { completeUrl } from "./target-text.ts"

/** A request as the form takes it, and what of the command it does not have. */
export type CurlRequest = {
  url: string
  method: string
  headers: [name: string, value: string][]
  body: string
  timeoutSeconds: number | null
  maxRedirects: number | null
  notes: string[]
}

export const isCurl = (text: string): boolean => /^\s*(\$\s+)?curl(\.exe)?\s/i.test(text)

/** Options with a value, by what they mean; others with a value are left out with a note. */
const meanings: Record<string, string> = {
  X: "request",
  H: "header",
  d: "data",
  "data-raw": "data",
  "data-ascii": "data",
  "data-binary": "data",
  u: "user",
  A: "user-agent",
  e: "referer",
  b: "cookie",
  m: "max-time",
  F: "form",
  "form-string": "form",
  x: "proxy",
  o: "output",
  T: "upload-file",
  E: "cert",
  w: "write-out",
  K: "config",
  c: "cookie-jar",
  r: "range",
}
const withValue = new Set(
  `request header data data-urlencode json user user-agent referer cookie max-time form proxy output
   upload-file cert key cacert write-out config cookie-jar range url max-redirs connect-timeout
   resolve connect-to retry retry-delay interface dns-servers oauth2-bearer`.split(/\s+/),
)
const flags: Record<string, string> = { k: "insecure", I: "head", G: "get" }
/** Without an effect on the request. */
const harmless = new Set(["output", "write-out", "cookie-jar", "connect-timeout"])
const leftOut: Record<string, string> = {
  form: "-F: form uploads are not supported",
  proxy: "--proxy",
  insecure: "-k: certificates are always verified",
  "upload-file": "--upload-file",
  cert: "--cert: client certificates are not supported",
  key: "--key: client certificates are not supported",
  cacert: "--cacert: certificates must be publicly trusted",
}

type Option = { name: string; value: string }

/** Null if the text is not a curl command with a URL. */
export function readCurl(text: string): CurlRequest | null {
  const words = isCurl(text) ? shellWords(text.replace(/^\s*\$\s+/, "")) : null
  if (words === null) return null
  const options = readOptions(words.slice(1))
  const all = (name: string) => options.flatMap((one) => (one.name === name ? [one.value] : []))
  const last = (name: string) => all(name).at(-1)
  const given = last("url")
  if (given === undefined) return null
  const { url, credentials } = splitCredentials(completeUrl(given))

  const headers = all("header").flatMap(readHeader)
  const add = (name: string, value: string | undefined) => {
    const isGiven = headers.some(([one]) => one.toLowerCase() === name.toLowerCase())
    if (value !== undefined && !isGiven) headers.push([name, value])
  }
  const user = last("user") ?? credentials
  const token = last("oauth2-bearer")
  add("Authorization", user === undefined ? token && `Bearer ${token}` : `Basic ${base64(user)}`)
  add("User-Agent", last("user-agent"))
  add("Referer", last("referer"))
  add("Cookie", last("cookie"))
  const json = all("json")
  const data = options.flatMap(readData)
  const isQuery = all("get").length > 0
  const body = json.length > 0 ? json.join("") : data.join("&")
  const hasBody = !isQuery && (json.length > 0 || data.length > 0)
  if (json.length > 0) {
    add("Content-Type", "application/json")
    add("Accept", "application/json")
  } else if (hasBody) add("Content-Type", "application/x-www-form-urlencoded")

  const usual = all("head").length > 0 ? "HEAD" : hasBody ? "POST" : "GET"
  const redirects = last("max-redirs")
  const seconds = last("max-time")
  return {
    url: isQuery && body !== "" ? `${url}${url.includes("?") ? "&" : "?"}${body}` : url,
    method: (last("request") ?? usual).toUpperCase(),
    headers,
    body: hasBody ? body : "",
    timeoutSeconds: seconds === undefined ? null : within(Number(seconds), 1, 60),
    maxRedirects: redirects === undefined ? null : within(Number(redirects), 0, 20),
    notes: notesOn(options),
  }
}

function readOptions(words: readonly string[]): Option[] {
  const found: Option[] = []
  const rest = [...words]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, long, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    if (long !== undefined) {
      const name = meanings[long] ?? long
      const value = withValue.has(name) ? (inline ?? rest.shift() ?? "") : ""
      found.push({ name, value })
    } else if (/^-[^-]/.test(word)) found.push(...readLetters(word.slice(1), rest))
    else if (word !== "-") found.push({ name: "url", value: word })
  }
  return found
}

/** `-sSXPOST` is -s, -S and -X POST. */
function readLetters(letters: string, rest: string[]): Option[] {
  const found: Option[] = []
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters.charAt(at)
    const name = meanings[letter] ?? flags[letter] ?? letter
    if (!withValue.has(name)) {
      found.push({ name, value: "" })
      continue
    }
    const inline = letters.slice(at + 1)
    return [...found, { name, value: inline === "" ? (rest.shift() ?? "") : inline }]
  }
  return found
}

/** A header without a value removes one of curl's own. */
function readHeader(line: string): [string, string][] {
  const [name = "", value = ""] = line.split(/:(.*)/s).map((part) => part.trim())
  return name === "" || value === "" ? [] : [[name, value]]
}

function readData({ name, value }: Option): string[] {
  if (name === "data") return value.startsWith("@") ? [] : [value]
  if (name !== "data-urlencode") return []
  const [, key = "", text = value] = /^([^=@]*)=(.*)$/s.exec(value) ?? []
  return [key === "" ? encodeURIComponent(text) : `${key}=${encodeURIComponent(text)}`]
}

function splitCredentials(url: string): { url: string; credentials?: string } {
  if (!URL.canParse(url)) return { url }
  const parsed = new URL(url)
  const { username, password } = parsed
  if (username === "" && password === "") return { url }
  parsed.username = ""
  parsed.password = ""
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { url: parsed.href, credentials }
}

const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))

const within = (number: number, min: number, max: number): number =>
  Number.isFinite(number) ? Math.min(max, Math.max(min, Math.ceil(number))) : max

function notesOn(options: readonly Option[]): string[] {
  const files = options.some(({ name, value }) => name === "data" && value.startsWith("@"))
  const names = new Set(options.map(({ name }) => name))
  return [
    ...(files ? ["--data @file: paste the content of the file as the body"] : []),
    ...[...names].flatMap((name) => (harmless.has(name) ? [] : (leftOut[name] ?? []))),
  ]
}
