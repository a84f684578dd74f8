/** How long after a restore the monitors with usual intervals need to be checked again; nobody is paged before. */
export const freshCheckMinutes = 10

/**
 * SQL: a recovery that the first checks after a restore found, of something announced before it. The installation that
 * made the backup went on and has probably announced it.
 *
 * @param recoveredAt SQL: when it recovered.
 * @param announcedAt SQL: when it was announced.
 */
export const isAnnouncedBefore = (recoveredAt: string, announcedAt: string): string => `
  exists (select from installation
           where ${announcedAt} < restored_at and ${recoveredAt} >= restored_at
             and ${recoveredAt} < restored_at + interval '${freshCheckMinutes} minutes')`
