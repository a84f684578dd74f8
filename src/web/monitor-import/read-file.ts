const mostBytes = 5 * 2 ** 20

/** A file's text, or why it cannot be imported. */
export type FileText = { text: string; fault: null } | { text: null; fault: string }

const refuse = (fault: string): FileText => ({ text: null, fault })

/** By byte order mark. */
const wideEncodings = new Map([
  ["fffe", "utf-16le"],
  ["feff", "utf-16be"],
])

export async function readFile(file: File): Promise<FileText> {
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
    return { text: decoder.decode(bytes), fault: null }
  } catch {
    return refuse("The file is not UTF-8 text. Save it as UTF-8 first.")
  }
}
