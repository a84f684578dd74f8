/** Where the dashboard shows what the target's telemetry said about an incident. */
export const incidentTelemetryUrl = (
  baseUrl: string,
  { id, projectId }: { id: string; projectId: string },
): string => `${baseUrl}/projects/${projectId}/incidents/${id}#telemetry`
