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

/** Bounds on what one query may cost. */
export const bounds = {
  max_execution_time: 10,
  max_memory_usage: "400000000",
  max_threads: 2,
}
