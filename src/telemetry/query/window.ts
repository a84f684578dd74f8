/** Whose data is read, and of which time. */
export type Window = { projectId: string; from: Date; to: Date }

export const windowParams = ({ projectId, from, to }: Window) => ({
  project: projectId,
  from: from.getTime() / 1000,
  to: to.getTime() / 1000,
})

/** The condition on a DateTime64 column; every query has it, so none reads another project's rows. */
export const inWindow = (column: string): string =>
  `ProjectId = {project:UUID} AND ${column} >= toDateTime64({from:Float64}, 9) AND ${column} < toDateTime64({to:Float64}, 9)`

/** The condition on a column of whole seconds, which lets the primary key skip other times. */
export const inSeconds = (column: string): string =>
  `${column} >= toDateTime(toUInt32({from:Float64})) AND ${column} <= toDateTime(toUInt32({to:Float64}))`

/** The condition on a column of whole minutes, such as of a rollup. */
export const inMinutes = (column: string): string =>
  `ProjectId = {project:UUID} AND ${column} >= toStartOfMinute(toDateTime(toUInt32({from:Float64}))) AND ${column} < toDateTime(toUInt32({to:Float64}))`

/** Bounds on what one query may cost. */
export const bounds = {
  max_execution_time: 10,
  max_memory_usage: "400000000",
  max_threads: 2,
  max_rows_to_read: "300000000",
  max_bytes_to_read: "40000000000",
  max_rows_in_set: "200000",
  max_result_rows: "50000",
}

const steps = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400]

/** Length of a step in seconds, so that a window has at most `most` of them; a rollup has whole minutes. */
export function chooseStep({ from, to }: Window, most: number, least = 1): number {
  const seconds = (to.getTime() - from.getTime()) / 1000
  return steps.find((one) => one >= least && seconds / one <= most) ?? 86_400
}
