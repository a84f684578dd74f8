import { carried, ignored, noted, type Table } from "./account.ts"

/** Members of StatusCake's uptime tests. */

export const statusCakeTable: Table = {
  ...ignored`
    id processing status uptime last_tested last_tested_at next_location host created_at updated_at
  `,
  ...carried`
    name website_url test_type check_rate timeout paused port tags find_string do_not_find
    follow_redirects status_codes status_codes_csv dns_server dns_ips dns_ips_csv
  `,
  ...noted`
    confirmation trigger_rate basic_username basic_password custom_header user_agent post_body
    post_raw
  `,
  enable_ssl_alert: {
    lost: "Its certificate warnings were not imported; it is degraded if the certificate expires in less than 14 days",
  },
  final_endpoint: { lost: "Its required final URL was not imported" },
  include_header: { lost: "Searching headers for its keyword is not supported" },
  use_jar: { lost: "Keeping cookies between redirects is not supported" },
  contact_groups: { beside: "contact groups" },
  regions: { beside: "regions" },
  servers: { beside: "regions" },
  locations: { beside: "regions" },
}
