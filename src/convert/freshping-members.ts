import { carried, ignored, type Table } from "./account.ts"

export const freshpingTable: Table = {
  ...ignored`
    id application created_at updated_at last_checked_at availability average_response_time
  `,
  ...carried`
    name check_name check_type url check_url host port check_interval monitoring_interval
    request_timeout status tags
  `,
  request_headers: { lost: "Its request headers were not imported: add them by hand" },
  request_body: { lost: "Its request body was not imported: add it by hand" },
  request_method: {
    lost: "Its request method was not imported; GET is used",
    unless: ["GET"],
  },
  response_string: { lost: "Its expected response text was not imported: add it by hand" },
  expected_status_codes: {
    lost: "Its accepted status codes were not imported; every 2xx is accepted",
  },
  slow_response_threshold: {
    lost: "Its limit on the response time was not imported: add it by hand",
  },
  check_locations: { beside: "locations" },
  locations: { beside: "locations" },
  regions: { beside: "locations" },
  alert_integrations: { beside: "integrations" },
  alert_users: { beside: "contacts" },
}
