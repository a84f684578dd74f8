import { createHash } from "node:crypto"
import type { PageView } from "../../graphql/status-pages/status-page/view-page.ts"
import { readPast } from "../../graphql/status-pages/status-page/view-past.ts"
import type { Services } from "../../platform/services.ts"
import type { Rendered } from "../../http/cached-response.ts"
import { html } from "../../platform/html.ts"
import { fontPrefix, fonts } from "../fonts/fonts.ts"
import { pastFiles } from "../status-page/past-files.ts"
import { createRenderings } from "./renderings.ts"
import { fill, localeOf } from "../status-page/locale.ts"
import type { RequestedLocale } from "../status-page/read-locale.ts"

/** A file of a static copy; its name is relative to the page's folder. */
export type CopiedFile = { name: string; type: string; bytes: Buffer }

/** The page itself; written last. */
export const mainName = "index.html"

/** Copied even if no document links to them; files the page does not have are left out. */
const machineFiles = [
  "rss",
  "atom",
  "feed.json",
  "maintenance.ics",
  "preview.png",
  "badge",
  "badge?metric=uptime",
  "api/v2/summary.json",
  "api/v2/status.json",
  "api/v2/components.json",
  "api/v2/incidents.json",
  "api/v2/incidents/unresolved.json",
  "api/v2/scheduled-maintenances.json",
  "api/v2/scheduled-maintenances/upcoming.json",
  "api/v2/scheduled-maintenances/active.json",
]
const filesAtMost = 500

/** What the store already contains of a page. */
type Held = {
  names: readonly string[]
  /** Source of each history file. */
  sources: Readonly<Record<string, string>>
  /** False to copy only the current state. */
  isWhole: boolean
}

/** Files to write, and the names of those that are unchanged. */
type Copy = { files: CopiedFile[]; kept: string[]; sources: Readonly<Record<string, string>> }

/**
 * Renders a public page as static files in its own language: its documents with relative links, and the
 * machine-readable files. History is rendered only where it changed. Features that need a server are left out.
 */
export function createCopies(services: Services) {
  const renderingOf = createRenderings(services)

  return async (view: PageView, { names: known, sources, isWhole }: Held): Promise<Copy> => {
    const path = `/status/${view.slug}`
    const isOpen = (rest: string) => view.openIncidents.some(({ id }) => rest.endsWith(id))
    const found: CopiedFile[] = isWhole && view.look.font === "inter" ? fontFiles() : []
    const kept: string[] = []
    const made: Record<string, string> = {}
    const past = isWhole
      ? pastFiles(view, await readPast(services.database, view.id), services.clock.now())
      : new Map<string, string>()
    const seen = new Set<string>(isWhole ? ["", ...machineFiles] : [""])
    for (const rest of seen) {
      if (found.length + kept.length >= filesAtMost) break
      const source = past.get(rest)
      const same = `${plainOf(rest)}.html`
      if (source !== undefined && sources[same] === source) {
        kept.push(same)
        made[same] = source
        continue
      }
      const rendered = await render(view, path, rest)
      if (rendered === null) continue
      const name = nameOf(rest, rendered.type)
      if (source !== undefined) made[name] = source
      const isText = rendered.type.startsWith("text/html")
      if (!isText) found.push({ name, type: rendered.type, bytes: Buffer.from(rendered.body) })
      else {
        const text = String(rendered.body)
        const links = linksOf(text, path)
        for (const link of isWhole ? links : links.filter(isOpen)) seen.add(link)
        // History comes last, because there may be more of it than fits.
        if (rest === "") for (const one of past.keys()) seen.add(one)
        const isNow = rest === "" || isOpen(rest)
        const bytes = Buffer.from(standAlone(text, rendered.policy, isNow ? view : null))
        found.push({ name, type: rendered.type, bytes })
      }
    }
    const names = isWhole ? [...found.map(({ name }) => name), ...kept] : known
    const files = found.map((file) => relative(file, path, names))
    return { files, kept, sources: isWhole ? made : sources }
  }

  function render(view: PageView, path: string, rest: string): Promise<Rendered | null> {
    const [words = "", query = ""] = rest.split("?", 2)
    const locale: RequestedLocale = {
      query: new URLSearchParams(query),
      language: null,
      isChosen: false,
      isCopy: true,
    }
    const rendering = renderingOf(path, words === "" ? [] : words.split("/"), locale)
    return Promise.resolve(rendering?.render(view) ?? null)
  }
}

const linkOf = (path: string) => new RegExp(`((?:href|src)=")${path}((?:[/?][^"]*)?)"`, "g")

/** Links of a document below its page. */
const linksOf = (text: string, path: string): string[] =>
  [...text.matchAll(linkOf(path))].map(([, , rest = ""]) => restOf(rest))

/** Without the slash before it and what follows a number sign; markup writes & as an entity. */
const restOf = (rest: string): string =>
  (rest.replace(/^\//, "").split("#")[0] ?? "").replaceAll("&amp;", "&")

const endings: [RegExp, string][] = [
  [/^text\/html/, "html"],
  [/svg/, "svg"],
  [/calendar/, "ics"],
  [/json/, "json"],
  [/xml/, "xml"],
  [/^image\//, ""],
]

const plainOf = (rest: string): string => rest.replaceAll(/[^\w./-]/g, "-")

function nameOf(rest: string, type: string): string {
  if (rest === "") return mainName
  const plain = plainOf(rest)
  const ending =
    endings.find(([pattern]) => pattern.test(type))?.[1] || (/^image\/(\w+)/.exec(type)?.[1] ?? "")
  return ending === "" || plain.endsWith(`.${ending}`) ? plain : `${plain}.${ending}`
}

/** The fonts, which the installation serves beside its pages. */
const fontFiles = (): CopiedFile[] =>
  fonts.map(({ path, bytes }) => ({ name: path.slice(1), type: "font/woff2", bytes }))

/** Loads fonts from the copy; the policy allows the style by its hash, which changes with it. */
function withOwnFonts(text: string, up: string): string {
  const style = /<style>([^<]*)<\/style>/.exec(text)?.[1]
  if (style === undefined || !style.includes(fontPrefix)) return text
  const own = text.replaceAll(fontPrefix, `${up}${fontPrefix.slice(1)}`)
  const ownStyle = style.replaceAll(fontPrefix, `${up}${fontPrefix.slice(1)}`)
  return own.replace(hashOf(style), hashOf(ownStyle))
}

/** As markup writes it: the hash stands in an attribute. */
const hashOf = (style: string): string => createHash("sha256").update(style).digest("base64")

/** Makes links to copied files relative to the file's folder; removes all others. */
function relative(file: CopiedFile, path: string, names: readonly string[]): CopiedFile {
  if (!file.type.startsWith("text/html")) return file
  const up = "../".repeat(file.name.split("/").length - 1)
  const text = withOwnFonts(file.bytes.toString(), up).replaceAll(
    linkOf(path),
    (_, attribute, rest: string) => {
      const plain = plainOf(restOf(rest))
      const isIt = (name: string) =>
        plain !== "" && (name === plain || name.startsWith(`${plain}.`))
      const target = names.find(isIt) ?? mainName
      return `${attribute}${up}${target}"`
    },
  )
  return { ...file, bytes: Buffer.from(text) }
}

/** A copy is rewritten each minute; an older one is no longer updated. */
const staleMs = 180_000

/**
 * Reloads the page each minute while it is visible, and shows its age once it is no longer updated. Fetches before
 * it reloads, so that an offline browser keeps the page.
 */
const script =
  `const at=Date.parse(document.documentElement.dataset.copiedAt);` +
  `const look=()=>{document.getElementById("copy-age").hidden=Date.now()-at<${staleMs}};` +
  `look();setInterval(look,1e4);` +
  `const ask=()=>fetch(location.href,{cache:"no-cache"}).then(({ok})=>{if(ok)location.reload()},()=>{});` +
  `setInterval(()=>{if(!document.hidden)ask()},6e4)`
const scriptHash = createHash("sha256").update(script).digest("base64")

/**
 * A document without response headers and live updates.
 * @param now the page, if the document shows current data and therefore its age.
 */
function standAlone(text: string, policy: string, now: PageView | null): string {
  const plain = text.replaceAll(/<script\b[^>]*>[^<]*<\/script>\s*/g, "")
  const rules = policy
    .split("; ")
    .filter((rule) => !/^(?:script-src|connect-src|frame-ancestors)\b/.test(rule))
  const allowed =
    now === null ? rules : [...rules, `script-src 'sha256-${scriptHash}'`, "connect-src 'self'"]
  const meta = html`<meta http-equiv="content-security-policy" content="${allowed.join("; ")}" />`
  const headed = plain.replace(/<meta charset="utf-8" ?\/?>/, (charset) => charset + meta.text)
  if (now === null) return headed
  const { words, moment } = localeOf(now.language)
  const age = html`<p class="card copy-age" id="copy-age" role="status" hidden>
    ⚠ ${fill(words.asOf, { time: moment(now.at) })}
  </p>`
  return headed
    .replace("<html ", `<html data-copied-at="${now.at.toISOString()}" `)
    .replace("<body>", `<body>\n${age.text}`)
    .replace("</body>", `<script>${script}</script>\n</body>`)
}
