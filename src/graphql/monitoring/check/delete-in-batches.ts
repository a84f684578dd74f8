import { setTimeout as pause } from "node:timers/promises"
import type pg from "pg"

export const rowsAtOnce = 5000
const monitorsAtOnce = 200
/** Pause between batches, so that writers are not blocked. */
const restMs = 20

/** `size` is the limit in the text. */
export type Portion = { text: string; values: unknown[]; size?: number }

/** Repeats a portion until it finds too little to be worth another. */
export async function drain(
  pool: pg.Pool,
  isStopping: () => boolean,
  { text, values, size = rowsAtOnce }: Portion,
): Promise<void> {
  while (!isStopping()) {
    const { rowCount } = await pool.query(text, values)
    if ((rowCount ?? 0) < size) return
    await pause(restMs)
  }
}

/** Numbers of all monitors, in portions. */
export async function* monitors(pool: pg.Pool): AsyncGenerator<number[]> {
  let after = 0
  for (;;) {
    const { rows } = await pool.query<{ seq: number }>(
      "select seq from monitor where seq > $1 order by seq limit $2",
      [after, monitorsAtOnce],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(({ seq }) => seq)
    after = last.seq
  }
}
