import { nameUnreadable, type Unreadable } from "../graphql/workspace/secret-key/find-unreadable.ts"
import { counted } from "../platform/counted.ts"
import { inertLine } from "../platform/shown-text.ts"
import { withClient, type OpenDatabase } from "./database.ts"

/** Stored secrets of one kind that cannot be decrypted. */
export type LostSecrets = { what: string; count: number; names: string[]; remedy: string | null }

export const nameLost = ({
  connectionString,
  unreadable,
}: Pick<OpenDatabase, "connectionString" | "unreadable">): Promise<LostSecrets[]> =>
  withClient(connectionString, async (client) => {
    const lost: LostSecrets[] = []
    for (const one of unreadable) {
      const { what, remedy } = one.column
      const names = await nameUnreadable(client, one)
      lost.push({ what: what[1], count: one.ids.length, names, remedy })
    }
    return lost
  })

export function describeLost(lost: readonly LostSecrets[]): string[] {
  if (lost.length === 0) return ["The secret key opens everything that is stored."]
  return [
    "The new secret key does not decrypt:",
    ...lost.flatMap(({ count, what, names, remedy }) => [
      `  ${count.toLocaleString("en")} ${what}. ${remedy ?? ""}`,
      ...names.map((name) => `    ${inertLine(name)}`),
      ...(count > names.length ? [`    and ${counted(count - names.length, "other")}`] : []),
    ]),
  ]
}

export const inWords = (found: readonly Unreadable[]): string =>
  found.map(({ ids, column }) => counted(ids.length, ...column.what)).join(", ")
