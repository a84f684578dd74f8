import pg, { type ClientBase, type QueryConfig } from "pg"
import type { World } from "./world.ts"

export type Statement = { text: string; values: unknown[] }

type Node = {
  "Node Type": string
  "Relation Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  "Rows Removed by Index Recheck"?: number
  Plans?: Node[]
}

/** Whole tables that the statement reads, and how many rows of any it looks at. */
async function explain(
  explaining: pg.Client,
  { text, values }: Statement,
  large: readonly string[],
): Promise<{ scans: string[]; rows: number }> {
  const { rows } = await explaining.query<{ "QUERY PLAN": { Plan: Node }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  )
  const [{ Plan: plan } = { Plan: null }] = rows[0]?.["QUERY PLAN"] ?? []
  if (plan === null) throw new Error("PostgreSQL explained nothing")
  const scans: string[] = []
  let seen = 0
  const visit = (node: Node) => {
    if (node["Relation Name"] !== undefined) {
      const {
        "Rows Removed by Filter": filtered = 0,
        "Rows Removed by Index Recheck": rechecked = 0,
      } = node
      seen += (node["Actual Rows"] + filtered + rechecked) * node["Actual Loops"]
    }
    if (node["Node Type"] === "Seq Scan" && large.includes(node["Relation Name"] ?? "")) {
      scans.push(node["Relation Name"] ?? "")
    }
    for (const part of node.Plans ?? []) visit(part)
  }
  visit(plan)
  return { scans, rows: seen }
}

/**
 * Notes what the product sends to PostgreSQL from now on, and explains it.
 *
 * @param large tables that no statement may read whole.
 */
export async function openPlans(world: World, large: readonly string[]) {
  const sent: Statement[] = []
  const explaining = new pg.Client({ connectionString: world.connectionString })
  await explaining.connect()
  world.services.database.pool.on("acquire", (client) => {
    if (!Object.hasOwn(client, "query")) record(client, sent)
  })
  return {
    /** The reading statements that `ask` sends. */
    async during(ask: () => Promise<unknown>): Promise<Statement[]> {
      sent.length = 0
      await ask()
      return sent.filter(({ text }) => /^\s*(select|with)\b/i.test(text))
    },
    explain: (statement: Statement) => explain(explaining, statement, large),
    close: () => explaining.end(),
  }
}

function record(client: ClientBase, sent: Statement[]): void {
  const { query } = client as { query(...args: unknown[]): unknown }
  Object.assign(client, {
    query(...args: unknown[]) {
      const [asked, values] = args as [string | QueryConfig, unknown]
      const text = typeof asked === "string" ? asked : asked.text
      const given = typeof asked === "string" ? values : (asked.values ?? values)
      sent.push({ text, values: Array.isArray(given) ? given : [] })
      return query.apply(client, args)
    },
  })
}
