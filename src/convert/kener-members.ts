import { carried, ignored, type Table } from "./account.ts"

/** Members of Kener's monitors; those of settings are read by type. */
export const kenerTable: Table = {
  ...ignored`
    id tag image defaultStatus default_status dayDegradedMinimumCount day_degraded_minimum_count
    dayDownMinimumCount day_down_minimum_count includeDegradedInDowntime
    include_degraded_in_downtime hidden is_hidden created_at updated_at
  `,
  ...carried`
    name description cron status monitor_type type_data api ping tcp dns ssl category category_name
  `,
  alerts: { beside: "alerts" },
  down_trigger: { beside: "alerts" },
  degraded_trigger: { beside: "alerts" },
  monitor_settings_json: { lost: "Its other settings were not imported" },
}
