import type { Subscriber } from "./visitor-documents.ts"

const names = ["kind", "address", "language", "components", "confirmed_at", "created_at"]

/** Downloads subscribers as CSV (RFC 4180). */
export function saveCsv(name: string, subscribers: readonly Subscriber[]): void {
  const lines = subscribers.map(
    ({ kind, address, language, isWholePage, resources, confirmedAt, createdAt }) => [
      kind.toLowerCase(),
      address,
      language,
      isWholePage ? "" : resources.map(({ displayName }) => displayName).join(", "),
      confirmedAt ?? "",
      createdAt,
    ],
  )
  const text = [names, ...lines].map((cells) => cells.map(quoted).join(",")).join("\r\n")
  const link = document.createElement("a")
  const url = URL.createObjectURL(new Blob([`${text}\r\n`], { type: "text/csv" }))
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Spreadsheets execute a cell that starts like a formula, and visitors choose these texts. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
