import { carried, ignored, noted, type Table } from "./account.ts"

/** Members of .upptimerc.yml. */

export const siteTable: Table = {
  ...carried`
    name url check port method maxResponseTime maxRedirects expectedStatusCodes
    __dangerous__body_down __dangerous__body_down_if_text_missing
  `,
  ...noted`
    headers body __dangerous__insecure __dangerous__disable_verify_peer
    __dangerous__disable_verify_host
  `,
  __dangerous__body_degraded: { lost: "Its keyword for degraded was not imported" },
  __dangerous__body_degraded_if_text_missing: {
    lost: "Its required keyword for degraded was not imported",
  },
  ipv6: { lost: "Restricting it to IPv6 is not supported; both address families are checked" },
  ...ignored`verbose slug icon`,
  type: { beside: "Globalping" },
  location: { beside: "locations" },
  assignees: { beside: "assignees" },
  tags: { beside: "issue tags" },
}

const ofRepository = ignored`
  PAT apiBaseUrl branch commitMessages commitPrefixStatusDown commitPrefixStatusUp
  customStatusWebsitePackage delay i18n iconUrl incidentCommentPrefix issuePrefix
  notAssignedGithubSlug owner repo repositoryName runner skipDeleteIssues skipDescriptionUpdate
  skipHomepageUpdate skipPoweredByReadme skipTopicsUpdate summaryEndHtmlComment
  summaryStartHtmlComment user-agent userAgent
`

export const upptimeTable: Table = {
  sites: "carried",
  workflowSchedule: {
    in: {
      uptime: "carried",
      ...ignored`graphs responseTime staticSite summary updateTemplate updates`,
    },
  },
  assignees: { beside: "assignees" },
  notifications: { beside: "notifications" },
  "status-website": { beside: "the status page" },
  ...ofRepository,
}
