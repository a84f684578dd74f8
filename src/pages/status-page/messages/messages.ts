import type { PageLook } from "../../../graphql/status-pages/status-page/rules/page-look.ts"
import type { MonitorStatus, UpdateKind } from "../../../../prisma/generated/enums.ts"
import type { DayMark } from "../../../graphql/status-pages/status-page/page-day.ts"
import type { IncidentStatus } from "../../../graphql/status-pages/status-page/rules/public-state.ts"
import type { Headline } from "../../../graphql/status-pages/status-page/rules/page-headline.ts"

/** A sentence for each plural category (CLDR) of the language; {count} is the number. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** Of the pages to subscribe. */
type SubscribeMessages = {
  hint: string
  how: string
  email: string
  browser: string
  /** Shown on a page's custom domain. */
  browserElsewhere: string
  denied: string
  waiting: string
  failed: string
  address: string
  wholePage: string
  onlyThese: string
  noneChosen: string
  sent: string
  wrongAddress: string
  confirm: string
  confirmed: string
  yours: string
  save: string
  saved: string
  unsubscribe: string
  unsubscribed: string
  oldLink: string
}

/** Of messages to subscribers. */
type NewsMessages = {
  confirmSubject: string
  confirmAsked: string
  confirmElse: string
  confirmPush: string
  /** Footer: why this was sent. */
  why: string
  now: string
  seeIncident: string
  hearAgain: string
  whatHappened: string
  ahead: string
  begun: string
  calledOff: string
  over: string
  fromTo: string
  until: string
  wasPlanned: string
  began: string
}

/** All messages of a status page and to its subscribers. Names in braces are placeholders. */
export type Messages = {
  /** Name of the language in the language itself. */
  name: string
  headline: Record<Headline, string>
  operationalAsFarAsSeen: string
  status: Record<MonitorStatus, string>
  underMaintenance: string
  mark: Record<DayMark, string>
  /** For an update without text. */
  update: Record<UpdateKind, string>
  /** Of an incident. */
  state: Record<IncidentStatus, string>
  isDown: string
  hasRecovered: string
  isDownAgain: string
  /** For a flapping monitor; {from} and {to} are times. */
  outagesBetween: Plural
  downFor: string
  partSeen: string
  uptime: string
  uptimeUnknown: string
  lastDays: Plural
  daysAgo: Plural
  today: string
  responseTime: string
  responseTimes: Plural
  nothingShown: string
  happeningNow: string
  maintenance: string
  components: string
  others: string
  pastIncidents: string
  noIncidents: Plural
  affects: string
  since: string
  running: string
  planned: string
  overAfter: string
  withPostmortem: string
  postmortem: string
  updates: string
  asOf: string
  /** Shown while live updates are connected. */
  live: string
  lineLost: string
  stateOf: string
  history: string
  noIncidentsIn: string
  earlier: string
  later: string
  subscribe: string
  calendar: string
  badge: string
  addToCalendar: string
  feedsAndCalendar: string
  /** Beside an uptime of less than 90 days. */
  dataFor: string
  /** Of a badge's uptime from which corrections leave time out, and beside one of a component with its length. */
  corrected: string
  excluded: string
  timesInUtc: string
  timesInYours: string
  poweredBy: string
  /** Above the choice between `themes`. */
  theme: string
  themes: Record<PageLook["theme"], string>
  /** Labels on an incident's page. */
  started: string
  duration: string
  affected: string
  close: string
  /** On the page for unknown addresses. */
  nothingLit: string
  language: string
  incidents: string
  incidentsOf: string
  maintenanceOf: string
  nothingHere: string
  checkAddress: string
  privatePage: string
  password: string
  /** On the access form. */
  forMembers: string
  continueToPage: string
  wrongPassword: string
  tooManyTries: string
  emailAddress: string
  sendLink: string
  linkSent: string
  oldLink: string
  linkSubject: string
  linkAbout: string
  openPage: string
  subscription: SubscribeMessages
  news: NewsMessages
}
