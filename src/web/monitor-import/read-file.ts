const mostBytes = 5 * 2 ** 20
/** Of a compressed database with its log, in base64; a request may have 8 MiB. */
const mostBase64 = 7.5 * 2 ** 20

/** What `convertMonitors` reads. */
export type Export = { text: string } | { database: string; databaseLog: string | null }
/** A file's content, or why it cannot be imported. */
export type ReadFile = { content: Export; fault: null } | { content: null; fault: string }

const refuse = (fault: string): ReadFile => ({ content: null, fault })

/** By byte order mark. */
const wideEncodings = new Map([
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
])

const isLog = ({ name }: File): boolean => /-wal$/i.test(name)

/** An export, or the database of Uptime Kuma with its write-ahead log. */
export async function readFiles(files: File[]): Promise<ReadFile> {
  const log = files.find(isLog) ?? null
  const others = files.filter((file) => !isLog(file) && !/-shm$/i.test(file.name))
  const [file] = others
  if (file === undefined) return refuse("Choose kuma.db together with kuma.db-wal.")
  if (others.length > 1) return refuse("Choose one export, or kuma.db with kuma.db-wal.")
  if ((await file.slice(0, 15).text()) !== "SQLite format 3") return readText(file)
  const database = await packed(file)
  const databaseLog = log === null ? null : await packed(log)
  if (database.length + (databaseLog?.length ?? 0) > mostBase64) {
    return refuse(
      "The database is too large to upload. Convert it on the command line with `watchkeeper monitor convert kuma.db`, and import the document.",
    )
  }
  return { content: { database, databaseLog }, fault: null }
}

/** A file as base64, compressed with gzip. */
async function packed(file: File): Promise<string> {
  const stream = file.stream().pipeThrough(new CompressionStream("gzip"))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += chunk) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)))
  }
  return btoa(parts.join(""))
}
const chunk = 8192

async function readText(file: File): Promise<ReadFile> {
  if (file.size > mostBytes) {
    return refuse("The file is larger than 5 MiB. Export the monitors without their history.")
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const start = [...bytes.subarray(0, 2)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  // gzip and zip.
  if (start === "1f8b" || start === "504b") {
    return refuse("The file is compressed. Decompress it first.")
  }
  try {
    const decoder = new TextDecoder(wideEncodings.get(start) ?? "utf-8", { fatal: true })
    return { content: { text: decoder.decode(bytes) }, fault: null }
  } catch {
    return refuse("The file is not UTF-8 text. Save it as UTF-8 first.")
  }
}
