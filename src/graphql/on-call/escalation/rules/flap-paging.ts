/** A flap that nobody acknowledges pages on this long after it failed again, or once it was down this long in sum. */
const goesOnAfterMinutes = 5

/** During a flap nobody is paged more often. */
export const pagesEveryMinutes = 15

/** SQL: the last page since the flap of the escalation `e` began; null before paging has gone on. */
export const pagedOnAt = `
  (select max(page.created_at) from page where page.alert_id = e.alert_id and page.created_at >= flap.reopened_at)`

/** SQL: when paging of a flap goes on if the target stays as it is. */
export const goesOnAt = (isDown: boolean): string => `
  date_trunc('milliseconds', greatest(now(), least(
    coalesce(flap.reopened_at, now()) + interval '${goesOnAfterMinutes} minutes'${
      isDown
        ? `,
    now() + make_interval(secs => ${goesOnAfterMinutes * 60} - flap.down_seconds)`
        : ""
    })))`
