import { z } from "zod"
import type { Context } from "../context.ts"
import { id, parse } from "../input.ts"
import { byCodePoint } from "./code-point.ts"
import type { WrittenDocument } from "./document.ts"
import { nameParents } from "./parent.ts"
import type { Present } from "./present.ts"
import { readPresent } from "./present.ts"
import { writeEntry } from "./write-entry.ts"

const input = z.object({ projectId: id })

/**
 * Every live monitor of a project, by name and type: the same bytes from run to run. Who may write monitors
 * reads bodies of requests too; nobody is told the values of headers, or how a heartbeat is called.
 */
export async function exportMonitors(ctx: Context, projectId: string): Promise<WrittenDocument> {
  const where = parse(input, { projectId })
  await ctx.access.require(where.projectId, "monitors:read")
  const isOpen = (await ctx.access.permissions(where.projectId)).includes("monitors:write")
  const present = await readPresent(ctx.database.prisma, where.projectId)
  const names = nameParents(present)
  return {
    version: 1,
    monitors: present.toSorted(byIdentity).map((monitor) => {
      const parent = monitor.parentId === null ? null : (names.get(monitor.parentId) ?? null)
      return writeEntry({ ...monitor, parent }, ctx.vault, isOpen)
    }),
  }
}

/** Namesakes of one type stand in the order they were made in. */
const byIdentity = (a: Present, b: Present) =>
  byCodePoint(a.name, b.name) || byCodePoint(a.kind, b.kind) || byCodePoint(a.id, b.id)
