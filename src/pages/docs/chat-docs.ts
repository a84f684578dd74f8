import { html } from "../../platform/html.ts"
import { file } from "./code.ts"
import { layout, type Page } from "./docs-layout.ts"
import { table } from "./table.ts"

const createChannel = (settings: object, kind: string) => {
  const query = `mutation ($project: ID!, $settings: JSON!) {
  createChannel(
    projectId: $project, kind: ${kind}, name: "Ops", settings: $settings
  ) { id }
}`
  const variables = JSON.stringify({ project: "$PROJECT", settings }, null, 2)
  return file("GraphQL", `${query}\n\n${variables}`)
}

/** How to connect channels in Slack and Discord, browsers, and calendars. */
export function renderChats(baseUrl: string): Page {
  const slackHook = `${baseUrl}/hooks/slack/interactions`
  const discordHook = `${baseUrl}/hooks/discord/interactions`
  return layout(
    {
      title: "Chat and devices",
      description: "Send alerts to Slack, Discord and browsers, and acknowledge them there.",
      place: "/docs/chats",
    },
    html`<h1>Chat and devices</h1>
      <p class="lead">
        Connect a Slack or Discord channel to a project, and policies can page it. Each alert is one
        message that is updated until the alert is resolved. Each project uses its own app, so
        nothing has to be published, and a leaked secret affects only that project.
      </p>
      ${table(
        ["Kind", "Settings", "Messages"],
        [
          row("SLACK_WEBHOOK", "url", "A new message for each update."),
          row(
            "SLACK_BOT",
            "token, signingSecret, channelId",
            "One message with buttons, kept up to date.",
          ),
          row("DISCORD_WEBHOOK", "url", "One message with links, updated in place."),
          row(
            "DISCORD_BOT",
            "token, publicKey, channelId",
            "One message with buttons, kept up to date.",
          ),
        ],
      )}
      <p>
        The channel immediately receives a six-digit code. Pass it to <code>verifyChannel</code>;
        until then, no alerts are sent there. <code>testChannel</code> sends a test message.
      </p>
      <h2 id="slack">Slack with buttons</h2>
      <ol>
        <li>
          On api.slack.com, under Your Apps, create an app from this manifest:
          ${file("manifest.json", JSON.stringify(manifestOf(slackHook), null, 2))}
        </li>
        <li>
          Install it in the workspace and invite it to the channel:
          <code>/invite @Watchkeeper</code>.
        </li>
        <li>
          Copy the Signing Secret from Basic Information, the Bot User OAuth Token (starts with
          <code>xoxb-</code>) from OAuth &amp; Permissions, and the channel ID from the bottom of
          the channel details (starts with <code>C</code>).
        </li>
        <li>
          Create the channel in Watchkeeper:
          ${createChannel({ token: "xoxb-…", signingSecret: "…", channelId: "C…" }, "SLACK_BOT")}
        </li>
      </ol>
      <h2 id="discord">Discord with buttons</h2>
      <ol>
        <li>
          In Discord's developer portal, create an application with a bot. Copy the bot token and
          the application's Public Key.
        </li>
        <li>
          Add it to your server with the scope <code>bot</code> and the permissions View Channels,
          Send Messages and Embed Links. Turn on developer mode to copy the channel ID.
        </li>
        <li>
          Create the channel in Watchkeeper first, so that it knows the key:
          ${createChannel({ token: "…", publicKey: "…", channelId: "11…" }, "DISCORD_BOT")}
        </li>
        <li>
          Then enter this Interactions Endpoint URL in the portal. Discord checks it immediately:
          ${file("URL", discordHook)}
        </li>
      </ol>
      <h2 id="buttons">Who acts when a button is pressed</h2>
      <p>
        In Slack, the app looks up the e-mail address of the person who pressed the button. If Slack
        has confirmed it and it belongs to a member who may acknowledge, the action is recorded for
        that member. Discord shares no e-mail addresses: people who press a button for the first
        time get a private link that connects them to their Watchkeeper account (<code
          >chatAccounts</code
        >
        lists the connections, <code>disconnectChatAccount</code> removes one). Everyone else acts
        under their chat name, such as <em>Bo (Discord)</em>: anyone in the channel can act on its
        alerts. The audit log names the person in every case. If the alert has already been handled,
        only the person who pressed is notified. A request that is sent again acts once.
      </p>
      <p>
        Slack and Discord call this installation at <code>${baseUrl}</code>. Buttons work only if
        that URL is reachable from the internet over https. Messages are sent either way.
      </p>
      <h2 id="webhooks">Incoming webhooks</h2>
      <p>
        If you do not need buttons, use an incoming webhook: its URL is the only setting. Messages
        contain a signed link to acknowledge. Hosts that are compatible with Slack webhooks work
        too; list their addresses in <code>REACHABLE_RANGES</code> if they are in a private network.
      </p>
      ${createChannel({ url: "https://hooks.slack.com/services/T…/B…/…" }, "SLACK_WEBHOOK")}
      <h2 id="devices">Browser notifications</h2>
      <p>
        Turn them on for each device on your <a href="/account">Account</a> page. The text is
        encrypted for that browser. No configuration is needed: the signing key is derived from the
        secret key. If the secret key changes, turn notifications on again on each device.
        <code>BASE_URL</code> must start with <code>https://</code> or point to the same machine.
      </p>
      <h2 id="calendars">On-call calendars</h2>
      <p>
        <code>setRotationCalendar</code> takes the iCal URL of an external calendar. Its events take
        precedence over the rotation's layers, and overrides take precedence over them. If two
        events overlap, the one that starts later wins. The person on call is the first attendee who
        is a member of the project and has not declined, otherwise the member whose e-mail address
        or full name is in the title. The calendar is fetched every 15 minutes; while its host is
        unreachable, the last version applies. Readiness warns about events that match nobody, and
        about a calendar that has not been read for an hour.
      </p>`,
  )
}

const row = (kind: string, settings: string, words: string) =>
  html`<tr>
    <td><code>${kind}</code></td>
    <td><code>${settings}</code></td>
    <td>${words}</td>
  </tr> `

const manifestOf = (requestUrl: string) => ({
  display_information: { name: "Watchkeeper" },
  features: { bot_user: { display_name: "Watchkeeper", always_online: true } },
  oauth_config: { scopes: { bot: ["chat:write", "users:read", "users:read.email"] } },
  settings: {
    interactivity: { is_enabled: true, request_url: requestUrl },
    org_deploy_enabled: false,
    socket_mode_enabled: false,
  },
})
