import { z } from "zod"
import type { Context } from "../../kernel/context.ts"
import { id, parse } from "../../kernel/input.ts"
import { byCodePoint } from "./rules/code-point.ts"
import type { WrittenDocument } from "./config-document.ts"
import { nameParents } from "./config-parent.ts"
import { readPresent, type Present } from "./present-plan.ts"
import { writeEntry } from "./rules/write-entry.ts"

const input = z.object({ projectId: id })

/**
 * All monitors of a project by name and type; the output is deterministic. Request bodies are included only for
 * actors who may write monitors; header values and ping URLs never are.
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

/** Monitors with the same name and type are ordered by creation. */
const byIdentity = (a: Present, b: Present) =>
  byCodePoint(a.name, b.name) || byCodePoint(a.kind, b.kind) || byCodePoint(a.id, b.id)
