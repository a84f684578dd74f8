type Amount = { bytes: number; records: number }
type Quota = { bytes: number | null; records: number | null }

/** Why a project may send no more today; null where it may. */
export function quotaExcess(used: Amount, pending: Amount, quota: Quota): string | null {
  const until = "More is accepted after midnight UTC."
  if (quota.bytes !== null && used.bytes + pending.bytes >= quota.bytes) {
    const mib = (quota.bytes / 1024 ** 2).toLocaleString("en", { maximumFractionDigits: 0 })
    return `The project has sent its ${mib} MiB of telemetry for today. ${until}`
  }
  if (quota.records !== null && used.records + pending.records >= quota.records) {
    const most = quota.records.toLocaleString("en")
    return `The project has sent its ${most} telemetry records for today. ${until}`
  }
  return null
}
