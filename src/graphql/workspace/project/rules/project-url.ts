/** Address of a page of the project in the dashboard. */
export const projectUrl = (baseUrl: string, projectId: string, place: string): string =>
  `${baseUrl}/projects/${projectId}/${place}`

/** Where the dashboard shows what the target's telemetry said about an incident. */
export const incidentTelemetryUrl = (
  baseUrl: string,
  { id, projectId }: { id: string; projectId: string },
): string => projectUrl(baseUrl, projectId, `incidents/${id}#telemetry`)
