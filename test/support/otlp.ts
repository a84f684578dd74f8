export const nanoseconds = (ms: number): string => `${Math.trunc(ms)}000000`

/** A JSON request with one record per text. */
export const logRequest = (bodies: readonly string[], service = "cart", nowMs = Date.now()) => ({
  resourceLogs: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
      scopeLogs: [
        {
          logRecords: bodies.map((text) => ({
            timeUnixNano: nanoseconds(nowMs),
            severityNumber: 9,
            body: { stringValue: text },
          })),
        },
      ],
    },
  ],
})
