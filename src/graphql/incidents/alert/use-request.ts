import type { SqlTransaction } from "../../kernel/transaction.ts"

/**
 * Marks a provider's signed request as used, in the transaction that does what it asks for: after a failure it can be
 * repeated, after success it changes nothing. For requests whose signature has no time.
 *
 * @returns false if it was used before.
 */
export async function useRequest(tx: SqlTransaction, request: string): Promise<boolean> {
  const rows = await tx.query({
    name: "use-request",
    text: "insert into used_request (id) values ($1::text) on conflict do nothing returning id",
    values: [request],
  })
  return rows.length > 0
}
