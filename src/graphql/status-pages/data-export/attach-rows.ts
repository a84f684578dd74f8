import type { NoticeFile } from "../../../channels/message.ts"
import type { Services } from "../../../platform/services.ts"
import { grantable } from "../../kernel/access.ts"
import { exports, isExport } from "./exports.ts"
import { writeRows } from "./write-rows.ts"

/** Mail servers refuse larger mails; a file that is cut would look whole. */
const mostBytes = 5 * 1024 * 1024

type Wanted = { projectId: string; rows: string; filter: string }

/** The files of a mail: those that fit into it. The permission was checked when it was scheduled. */
export async function attachRows(
  { database, bus, clock }: Pick<Services, "database" | "bus" | "clock">,
  wanted: readonly Wanted[],
): Promise<NoticeFile[]> {
  const files: NoticeFile[] = []
  let left = mostBytes
  for (const { projectId, rows, filter } of wanted) {
    if (!isExport(rows)) continue
    const scope = { database, bus, clock, projectId, limit: null, permissions: grantable }
    const kind = exports[rows]
    const content = await textWithin(
      writeRows(kind, kind.open(scope, JSON.parse(filter)), "csv", null),
      left,
    )
    if (content === null) continue
    left -= Buffer.byteLength(content)
    files.push({ name: `${rows}.csv`, content })
  }
  return files
}

/** Null if it is larger. */
async function textWithin(parts: AsyncGenerator<string>, most: number): Promise<string | null> {
  let text = ""
  for await (const part of parts) {
    text += part
    if (Buffer.byteLength(text) > most) return null
  }
  return text
}
