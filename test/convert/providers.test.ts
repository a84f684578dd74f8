import { expect, test } from "vitest"
import { toldOf } from "./fixtures.ts"

/** The complete result for each product: one line per entry, then one per note. */

test("Uptime Kuma: a backup of version 1", () => {
  expect(toldOf("uptime-kuma-1.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","description":"The front page","url":"https://shop.example/","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":3,"labels":["production","Sites"]}
    {"name":"Orders API","monitor_type":"http","url":"https://api.example/orders","monitoring_interval":"2m","request_timeout_seconds":60,"failure_threshold":1,"labels":["Sites"],"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200-299,404"}]}
    {"name":"Login word","monitor_type":"http","url":"https://shop.example/login","monitoring_interval":"1m","request_timeout_seconds":16,"failure_threshold":2,"assertions":[{"kind":"body","comparison":"contains","value":"Sign in"}]}
    {"name":"No stack trace","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":60,"failure_threshold":1,"assertions":[{"kind":"body","comparison":"not_contains","value":"Exception"}]}
    {"name":"Stock","monitor_type":"http","url":"https://api.example/stock","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":1,"assertions":[{"kind":"json_path","path":"$.status","comparison":"equals","value":"ok"}]}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"2m","request_timeout_seconds":13,"failure_threshold":1}
    {"name":"Router","monitor_type":"ping","host":"192.0.2.1","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":4,"paused":true}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"MX","monitoring_interval":"1h","request_timeout_seconds":48,"failure_threshold":1,"resolver":"1.1.1.1"}
    {"name":"Nightly backup","monitor_type":"heartbeat","heartbeat_interval_minutes":1500,"heartbeat_grace_minutes":4}
    {"name":"Shop","monitor_type":"http","url":"https://shop.example/other","request_timeout_seconds":48,"failure_threshold":1}
    general: 15 monitors in the export of Uptime Kuma: 10 in the document, 5 dropped.
    general: 1 notification and 1 proxy in the export: not part of config documents, set up by hand.
    dropped Sites [group] #/monitorList/0: A group checks nothing itself: its name is a label of its monitors.
    lossy Shop [http] #/monitorList/1/tags: The values of 1 tag were not imported: labels have only names.
    lossy Orders API [http] #/monitorList/2/retryInterval: Its retry interval of 20 s was not imported; failures are confirmed at once and counted once per interval.
    lossy Orders API [http] #/monitorList/2/resendInterval: Repeated alerts were not imported: use escalation rules.
    lossy Orders API [http] #/monitorList/2/expiryNotification: Its certificate warnings were not imported; it is degraded if the certificate expires in less than 14 days.
    lossy Orders API [http] #/monitorList/2/proxyId: Its proxy was not imported; checks connect directly.
    lossy Orders API [http] #/monitorList/2: The user name or password in its URL was removed: add an Authorization header by hand.
    lossy Orders API [http] #/monitorList/2: 2 request headers were not imported: add them by hand.
    lossy Orders API [http] #/monitorList/2: Its request body was not imported: add it by hand.
    lossy Orders API [http] #/monitorList/2: Its credentials were not imported: add an Authorization header by hand.
    lossy Orders API [http] #/monitorList/2: It ignores certificate errors, but here they fail the check.
    lossy Orders API [http] #/monitorList/2: Its interval is 90 s and was rounded up to 2m.
    lossy Orders API [http] #/monitorList/2: Its timeout is 72.5 s, but the maximum is 60 s.
    lossy Login word [keyword] #/monitorList/3: Its interval is 20 s, but the minimum is 1m.
    lossy No stack trace [keyword] #/monitorList/4: Its timeout is 4 min, but the maximum is 60 s.
    lossy Mail [port] #/monitorList/6: Its timeout is 12.5 s and was rounded up to 13 s.
    dropped Broken port [port] #/monitorList/7: Its port is 70000, which is not a whole number from 1 to 65535.
    lossy Router [ping] #/monitorList/8/packetSize: Its packet size of 1000 bytes is not supported.
    lossy Nightly backup [push] #/monitorList/10: Its grace period is 200 s and was changed to 4 min.
    lossy Nightly backup [push] #/monitorList/10: The import creates a new ping URL: update the job to call it.
    dropped Must stay closed [port] #/monitorList/11/upsideDown: It is inverted, which is not supported.
    dropped Database [postgres] #/monitorList/12/type: Monitors of the type "postgres" are not supported.
    dropped  [http] #/monitorList/13: It has no name, which monitors need.
    lossy Shop [http] #/monitorList/14/interval: "interval" should be a number and was not imported.
    lossy Shop [http] #/monitorList/14: The export does not contain its interval; it is checked every minute.
    lossy Shop [http] #/monitorList/14: An earlier http monitor has the same name, so an import would skip this one: rename it first."
  `)
})

test("Uptime Kuma: a dump of version 2 with monitors by id", () => {
  expect(toldOf("uptime-kuma-2.json")).toMatchInlineSnapshot(`
    "{"name":"Blog","monitor_type":"http","url":"https://blog.example/","monitoring_interval":"1m","request_timeout_seconds":4,"failure_threshold":1}
    {"name":"Name service","monitor_type":"dns","host":"example.org","dns_record_type":"AAAA","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":1,"resolver":"9.9.9.9:5353"}
    general: 3 monitors in the export of Uptime Kuma: 2 in the document, 1 dropped.
    lossy Blog [http] #/monitorList/4: Its interval is 5 s, but the minimum is 1m.
    lossy Name service [dns] #/monitorList/7/dns_resolve_server: Only the first of its name servers was imported.
    lossy Name service [dns] #/monitorList/7/conditions: Its conditions were not imported: add expected values by hand.
    dropped Queue [rabbitmq] #/monitorList/9/type: Monitors of the type "rabbitmq" are not supported."
  `)
})

test("UptimeRobot: a response of the second API", () => {
  expect(toldOf("uptimerobot-v2.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"5m","request_timeout_seconds":30,"method":"POST"}
    {"name":"Search","monitor_type":"http","url":"https://shop.example/search","monitoring_interval":"1m","request_timeout_seconds":30,"assertions":[{"kind":"body","comparison":"contains","value":"results"}],"paused":true}
    {"name":"Gateway","monitor_type":"ping","host":"198.51.100.7","monitoring_interval":"7m"}
    {"name":"Mailbox","monitor_type":"tcp","host":"mail.example","port":143,"monitoring_interval":"5m","request_timeout_seconds":30}
    {"name":"Game","monitor_type":"tcp","host":"game.example","port":25565,"monitoring_interval":"5m","request_timeout_seconds":30}
    {"name":"Import job","monitor_type":"heartbeat","heartbeat_interval_minutes":2}
    general: 8 monitors in the export of UptimeRobot: 6 in the document, 2 dropped.
    general: Only 8 of 12 monitors are in the export. Append the other pages of the API response and convert again.
    general: Not part of config documents, set up by hand: alert contacts (of 1 monitor) and maintenance windows (of 1 monitor).
    lossy Shop [http] #/monitors/0/custom_http_statuses: Its custom status codes ("404:1_500:0") were not imported; every 2xx is accepted.
    lossy Shop [http] #/monitors/0: 1 request header was not imported: add it by hand.
    lossy Shop [http] #/monitors/0: Its request body was not imported: add it by hand.
    lossy Shop [http] #/monitors/0: Its credentials were not imported: add an Authorization header by hand.
    lossy Gateway [ping] #/monitors/2: Its interval is 367 s and was rounded up to 7m.
    lossy Import job [heartbeat] #/monitors/5: Its period is 90 s and was changed to 2 min.
    lossy Import job [heartbeat] #/monitors/5: The import creates a new ping URL: update the job to call it.
    dropped Custom without a port [port] #/monitors/6: The export does not contain its port.
    dropped From the future [9] #/monitors/7/type: Monitors of the type "9" are not supported."
  `)
})

test("UptimeRobot: a response of the third API", () => {
  expect(toldOf("uptimerobot-v3.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":30,"labels":["live"],"method":"HEAD","max_redirects":0,"assertions":[{"kind":"status","codes":"200-399"}]}
    {"name":"Error page","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":30,"assertions":[{"kind":"regex","pattern":"(?i)Fatal \\\\(error\\\\)","matches":false}],"paused":true}
    {"name":"Welcome","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":30,"assertions":[{"kind":"body","comparison":"contains","value":"Welcome"}]}
    {"name":"API","monitor_type":"http","url":"https://api.example/","monitoring_interval":"1m","request_timeout_seconds":30,"method":"POST"}
    {"name":"Ping","monitor_type":"ping","host":"host.example","monitoring_interval":"1m","request_timeout_seconds":5}
    {"name":"Database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m","request_timeout_seconds":5}
    {"name":"Backup","monitor_type":"heartbeat","heartbeat_interval_minutes":60,"heartbeat_grace_minutes":6}
    {"name":"Zone (A)","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1h","request_timeout_seconds":30}
    {"name":"Zone (MX)","monitor_type":"dns","host":"shop.example","dns_record_type":"MX","monitoring_interval":"1h","request_timeout_seconds":30}
    general: 9 monitors in the export of UptimeRobot: 9 in the document, 1 dropped, 1 added because some monitors were split.
    general: There are more pages; not every monitor is in the export. Append the other pages of the API response and convert again.
    general: Not part of config documents, set up by hand: alert contacts (of 1 monitor).
    lossy Error page [KEYWORD] #/data/1: Its credentials were not imported: add an Authorization header by hand.
    lossy API [API] #/data/3: 1 request header was not imported: add it by hand.
    lossy API [API] #/data/3: Its request body was not imported: add it by hand.
    lossy Backup [HEARTBEAT] #/data/6: Its grace period is 301 s and was changed to 6 min.
    lossy Backup [HEARTBEAT] #/data/6: The import creates a new ping URL: update the job to call it.
    lossy Zone [DNS] #/data/7/config/dnsRecords: Its expected values were not imported: add them by hand.
    lossy Zone [DNS] #/data/7: It was split into 2 monitors: Zone (A) and Zone (MX).
    dropped Syslog [UDP] #/data/8/type: Monitors of the type "UDP" are not supported."
  `)
})

test("UptimeRobot: its table of monitors", () => {
  expect(toldOf("uptimerobot.csv")).toMatchInlineSnapshot(`
    "{"name":"Shop, front","monitor_type":"http","url":"https://shop.example","monitoring_interval":"5m"}
    {"name":"He said \\"hi\\"","monitor_type":"http","url":"https://shop.example/hi","monitoring_interval":"1m","assertions":[{"kind":"body","comparison":"not_contains","value":"hello, you"}]}
    {"name":"Gateway","monitor_type":"ping","host":"192.0.2.1","monitoring_interval":"5m"}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"5m"}
    {"name":"Backup","monitor_type":"heartbeat","heartbeat_interval_minutes":1440}
    {"name":"Last","monitor_type":"http","url":"https://last.example","monitoring_interval":"1m"}
    general: 9 monitors in the export of UptimeRobot: 6 in the document, 3 dropped.
    lossy Gateway [3]: Row 4 has the type "3" but a port (8080), which was not imported: should it be a port monitor?
    dropped row 6 []: Row 6 is not valid: its quotation marks are not balanced.
    dropped row 7 []: Row 7 is not valid: it has 3 cells, but the first line has 7 columns.
    dropped No port [Port]: The export does not contain its port.
    lossy Backup [Heartbeat]: The import creates a new ping URL: update the job to call it.
    lossy Last [HTTP]: Its interval is 30 s, but the minimum is 1m."
  `)
})

test("Better Stack: monitors and heartbeats of two concatenated responses", () => {
  expect(toldOf("better-stack.txt")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"3m","request_timeout_seconds":15,"failure_threshold":1,"recovery_threshold":2}
    {"name":"Create","monitor_type":"http","url":"https://api.example/create","monitoring_interval":"1m","request_timeout_seconds":30,"failure_threshold":5,"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"201,409"}],"paused":true}
    {"name":"No errors","monitor_type":"http","url":"https://shop.example","monitoring_interval":"1m","request_timeout_seconds":30,"assertions":[{"kind":"body","comparison":"not_contains","value":"Oops"}]}
    {"name":"Host","monitor_type":"ping","host":"host.example","monitoring_interval":"1m","request_timeout_seconds":5}
    {"name":"Mail (25)","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"1m","request_timeout_seconds":1}
    {"name":"Mail (465)","monitor_type":"tcp","host":"mail.example","port":465,"monitoring_interval":"1m","request_timeout_seconds":1}
    {"name":"Mail (587)","monitor_type":"tcp","host":"mail.example","port":587,"monitoring_interval":"1m","request_timeout_seconds":1}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1m","request_timeout_seconds":5,"resolver":"1.1.1.1"}
    {"name":"Backup","monitor_type":"heartbeat","heartbeat_interval_minutes":1440,"heartbeat_grace_minutes":1}
    general: 9 monitors in the export of Better Stack: 9 in the document, 2 dropped, 2 added because some monitors were split.
    general: Not part of config documents, set up by hand: groups (of 1 monitor).
    lossy Shop [status] #/0/data/0/attributes: 1 request header was not imported: add it by hand.
    lossy Create [expected_status_code] #/0/data/1/attributes/domain_expiration: Domain expiry warnings are not supported.
    lossy Create [expected_status_code] #/0/data/1/attributes: Its request body was not imported: add it by hand.
    lossy Create [expected_status_code] #/0/data/1/attributes: Its credentials were not imported: add an Authorization header by hand.
    lossy Create [expected_status_code] #/0/data/1/attributes: It ignores certificate errors, but here they fail the check.
    lossy Create [expected_status_code] #/0/data/1/attributes: Its interval is 30 s, but the minimum is 1m.
    lossy Mail [smtp] #/0/data/4/attributes: SMTP is not supported; only the connection is checked.
    lossy Mail [smtp] #/0/data/4/attributes/port: Some of its ports "25,465,x,587" are not numbers and were not imported.
    lossy Mail [smtp] #/0/data/4/attributes: Its timeout is 0.5 s and was rounded up to 1 s.
    lossy Mail [smtp] #/0/data/4/attributes: It was split into 3 monitors: Mail (25), Mail (465) and Mail (587).
    lossy Zone [dns] #/0/data/5/attributes: The export does not contain its record type: A was assumed.
    dropped Voice [udp] #/0/data/6/attributes/monitor_type: Monitors of the type "udp" are not supported.
    dropped Journey [playwright] #/0/data/7/attributes/monitor_type: Monitors of the type "playwright" are not supported.
    lossy Backup [heartbeat] #/1/data/0/attributes: Its grace period is 30 s and was changed to 1 min.
    lossy Backup [heartbeat] #/1/data/0/attributes: The import creates a new ping URL: update the job to call it."
  `)
})

test("Pingdom: a list of checks", () => {
  expect(toldOf("pingdom.json")).toMatchInlineSnapshot(`
    "{"name":"My check 1","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"1m","labels":["apache"]}
    {"name":"Gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"5m","paused":true}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"15m"}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1h"}
    general: 6 monitors in the export of Pingdom: 4 in the document, 2 dropped.
    general: Only 6 of 9 monitors are in the export. Append the other pages of the API response and convert again.
    lossy My check 1 [http] #/checks/0: A list of checks does not contain path, port and encryption: https and / were assumed. Convert the response of /checks/{id} for the exact URL.
    dropped Door [tcp] #/checks/2: A list of checks does not contain its port: convert the response of /checks/{id}.
    lossy Mail [smtp] #/checks/3: SMTP is not supported; only the connection is checked.
    lossy Mail [smtp] #/checks/3: The export does not contain its port: 25 was assumed.
    lossy Zone [dns] #/checks/4: A list of checks does not contain its name server and expected values.
    lossy Zone [dns] #/checks/4: The export does not contain its record type: A was assumed.
    dropped Voice [udp] #/checks/5/type: Checks of the type "udp" are not supported."
  `)
})

test("Pingdom: single checks and a transaction", () => {
  expect(toldOf("pingdom-details.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example:8443/login?next=/","monitoring_interval":"1m","failure_threshold":3,"method":"POST","assertions":[{"kind":"body","comparison":"contains","value":"Sign in"}]}
    {"name":"Plain","monitor_type":"http","url":"http://plain.example/","monitoring_interval":"30m","assertions":[{"kind":"body","comparison":"not_contains","value":"Oops"}],"paused":true}
    {"name":"Redis","monitor_type":"tcp","host":"redis.example","port":6379,"monitoring_interval":"1m"}
    general: 4 monitors in the export of Pingdom: 3 in the document, 1 dropped.
    dropped Buy a shoe [transaction] #/3/checks/0: Transaction checks are not supported.
    lossy Shop [http] #/0/check: 1 request header was not imported: add it by hand.
    lossy Shop [http] #/0/check: Its request body was not imported: add it by hand.
    lossy Shop [http] #/0/check: Its credentials were not imported: add an Authorization header by hand.
    lossy Shop [http] #/0/check: It ignores certificate errors, but here they fail the check.
    lossy Redis [tcp] #/2/check: Its queries and expected responses (2 texts) were not imported; only the connection is checked."
  `)
})

test("StatusCake: a list of tests and two single ones", () => {
  expect(toldOf("statuscake.txt")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"5m","labels":["live","eu"]}
    {"name":"Head","monitor_type":"http","url":"https://shop.example","monitoring_interval":"1m","method":"HEAD","paused":true}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"1m"}
    {"name":"Jump host","monitor_type":"tcp","host":"jump.example","port":22,"monitoring_interval":"1m"}
    {"name":"Gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"24h"}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"15m"}
    {"name":"Detail","monitor_type":"http","url":"https://detail.example","monitoring_interval":"1m","request_timeout_seconds":60,"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"100-403,405-499,501-599"},{"kind":"body","comparison":"contains","value":"Welcome"}]}
    {"name":"Port","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m","request_timeout_seconds":5}
    general: 10 monitors in the export of StatusCake: 8 in the document, 2 dropped.
    general: A list of tests does not contain timeouts, ports and conditions: convert the responses of /uptime/{test_id} to include them.
    general: Only 8 of 11 monitors are in the export. Append the other pages of the API response and convert again.
    general: Not part of config documents, set up by hand: contact groups (of 1 monitor).
    lossy Head [HEAD] #/0/data/1: Its interval is 0 s, but the minimum is 1m.
    dropped Door [TCP] #/0/data/2: A list of tests does not contain its port: convert the response of /uptime/{test_id}.
    lossy Mail [SMTP] #/0/data/3: SMTP is not supported; only the connection is checked.
    lossy Mail [SMTP] #/0/data/3: The export does not contain its port: 25 was assumed.
    lossy Jump host [SSH] #/0/data/4: SSH is not supported; only the connection is checked.
    lossy Jump host [SSH] #/0/data/4: The export does not contain its port: 22 was assumed.
    lossy Zone [DNS] #/0/data/6: The export does not contain its record type: A was assumed.
    dropped Job [PUSH] #/0/data/7: The export does not contain its period: create a heartbeat monitor by hand.
    lossy Detail [HTTP] #/1/data/trigger_rate: Its alert delay of 4 min was not imported; the failure threshold decides.
    lossy Detail [HTTP] #/1/data/confirmation: Confirmation by 2 other servers is not supported; failures are confirmed by a second attempt over a new connection.
    lossy Detail [HTTP] #/1/data/final_endpoint: Its required final URL was not imported.
    lossy Detail [HTTP] #/1/data: 2 request headers were not imported: add them by hand.
    lossy Detail [HTTP] #/1/data: Its request body was not imported: add it by hand.
    lossy Detail [HTTP] #/1/data: Its credentials were not imported: add an Authorization header by hand.
    lossy Detail [HTTP] #/1/data: Its timeout is 75 s, but the maximum is 60 s."
  `)
})

test("Healthchecks.io: a list of checks", () => {
  expect(toldOf("healthchecks.json")).toMatchInlineSnapshot(`
    "{"name":"Backup","monitor_type":"heartbeat","description":"Every night","heartbeat_interval_minutes":1440,"heartbeat_grace_minutes":60,"labels":["prod","db"]}
    {"name":"import-job","monitor_type":"heartbeat","heartbeat_interval_minutes":2,"heartbeat_grace_minutes":0,"paused":true}
    general: 4 monitors in the export of Healthchecks.io: 2 in the document, 2 dropped.
    general: Not part of config documents, set up by hand: integrations (of 1 monitor).
    lossy Backup [simple] #/checks/0: The import creates a new ping URL: update the job to call it.
    lossy import-job [simple] #/checks/1: Its filters for pings (success_kw, filter_body) were not imported.
    lossy import-job [simple] #/checks/1/methods: Its restriction to "POST" was not imported: any method counts as a ping.
    lossy import-job [simple] #/checks/1/manual_resume: Manual resume is not supported.
    lossy import-job [simple] #/checks/1: Its period is 90 s and was changed to 2 min.
    lossy import-job [simple] #/checks/1: The import creates a new ping URL: update the job to call it.
    dropped Report [cron] #/checks/2/schedule: It has the cron schedule "15 5 * * *" (Europe/Riga), but heartbeats have a fixed period: create one by hand.
    dropped  [simple] #/checks/3: It has no name, which monitors need."
  `)
})

test("Gatus: a configuration", () => {
  expect(toldOf("gatus.yaml")).toMatchInlineSnapshot(`
    "{"name":"shop/front","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":13,"failure_threshold":4,"recovery_threshold":2,"labels":["shop","environment=production"],"assertions":[{"kind":"status","codes":"200"},{"kind":"response_time","max_ms":500,"level":"offline"},{"kind":"body","comparison":"contains","value":"Welcome"}]}
    {"name":"secured","monitor_type":"http","url":"https://api.example/","monitoring_interval":"1m","request_timeout_seconds":10,"failure_threshold":5,"recovery_threshold":2,"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200,204"},{"kind":"json_path","path":"$.status","comparison":"equals","value":"UP"},{"kind":"certificate_days","min_days":2,"level":"offline"}],"paused":true}
    {"name":"any answer","monitor_type":"http","url":"http://any.example","monitoring_interval":"1m","request_timeout_seconds":10,"assertions":[{"kind":"status","codes":"100-599"}]}
    {"name":"gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"1m","request_timeout_seconds":10}
    {"name":"database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m","request_timeout_seconds":10}
    {"name":"mail","monitor_type":"tcp","host":"mail.example","port":587,"monitoring_interval":"90m","request_timeout_seconds":10}
    {"name":"zone","monitor_type":"dns","host":"shop.example","dns_record_type":"MX","monitoring_interval":"1m","request_timeout_seconds":10,"resolver":"9.9.9.9","expected_values":["mail.shop.example"]}
    {"name":"jobs/backup","monitor_type":"heartbeat","heartbeat_interval_minutes":1500,"labels":["jobs"]}
    general: 13 monitors in the export of Gatus: 8 in the document, 5 dropped.
    general: The settings of alerting are not part of config documents.
    general: Variables without a value: "HOST" (1 monitor). Convert again with a file of lines NAME=value (--env).
    general: Not part of config documents, set up by hand: alerts (of 2 monitors).
    lossy shop/front [https] #/endpoints/0/alerts: Its alerts wait for different numbers of failures; the smallest, 4, was used.
    lossy shop/front [https] #/endpoints/0/alerts: Its alerts wait for different numbers of successes; the smallest, 2, was used.
    lossy shop/front [https] #/endpoints/0: Its timeout is 12.5 s and was rounded up to 13 s.
    lossy secured [https] #/endpoints/1: The user name or password in its URL was removed: add an Authorization header by hand.
    lossy secured [https] #/endpoints/1: 1 request header was not imported: add it by hand.
    lossy secured [https] #/endpoints/1: Its request body was not imported: add it by hand.
    lossy secured [https] #/endpoints/1: Its credentials were not imported: add an Authorization header by hand.
    lossy secured [https] #/endpoints/1: It ignores certificate errors, but here they fail the check.
    lossy secured [https] #/endpoints/1: Its interval is 30 s, but the minimum is 1m.
    lossy mail [starttls] #/endpoints/5/url: STARTTLS is not supported; only the connection is checked.
    lossy mail [starttls] #/endpoints/5/conditions/1: The condition "[CERTIFICATE_EXPIRATION] > 48h" was not imported.
    dropped shell [ssh] #/endpoints/7/url: Endpoints with "ssh://" are not supported.
    dropped closed [tcp] #/endpoints/8/conditions/0: It expects the target to be down, which is not supported.
    dropped unexpanded [https] #/endpoints/9/url: It needs the variable "HOST".
    lossy jobs/backup [external-endpoint] #/external-endpoints/0: The import creates a new ping URL: update the job to call it.
    dropped misplaced [external-endpoint] #/external-endpoints/1/heartbeat: Its "interval" stands where Gatus ignores it: move it to "heartbeat.interval" and convert again.
    dropped journey [suite] #/suites/0: Multi-step suites are not supported."
  `)
})

test("Checkly: a list of checks", () => {
  expect(toldOf("checkly.json")).toMatchInlineSnapshot(`
    "{"name":"API","monitor_type":"http","url":"https://api.example/","monitoring_interval":"10m","request_timeout_seconds":20,"labels":["live"],"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"100-399"},{"kind":"json_path","path":"$.ok","comparison":"equals","value":"true"},{"kind":"response_time","max_ms":5000,"level":"degraded"}]}
    {"name":"URL","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"1m","request_timeout_seconds":6,"assertions":[{"kind":"response_time","max_ms":5500,"level":"offline"}],"paused":true}
    {"name":"TCP","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m"}
    {"name":"Old TCP","monitor_type":"tcp","host":"db2.example","port":5432,"monitoring_interval":"5m"}
    {"name":"ICMP","monitor_type":"ping","host":"gw.example","monitoring_interval":"5m"}
    {"name":"MX","monitor_type":"dns","host":"shop.example","dns_record_type":"MX","monitoring_interval":"5m"}
    {"name":"Beat","monitor_type":"heartbeat","heartbeat_interval_minutes":1440,"heartbeat_grace_minutes":2}
    general: 11 monitors in the export of Checkly: 7 in the document, 4 dropped.
    general: Variables without a value: "HOST" (1 monitor). Convert again with a file of lines NAME=value (--env).
    general: Not part of config documents, set up by hand: locations (of 1 monitor), groups (of 1 monitor) and alert channels (of 1 monitor).
    lossy API [API] #/0/request/queryParameters: 1 query parameter was not imported: add them to the URL unless they are secret.
    lossy API [API] #/0/doubleCheck: Confirming failures from another location is not supported; they are confirmed at once over a new connection.
    lossy API [API] #/0/environmentVariables: Its variables were not imported.
    lossy API [API] #/0/localSetupScript: Its setup or teardown script was not imported.
    lossy API [API] #/0: 1 request header was not imported: add it by hand.
    lossy API [API] #/0: Its request body was not imported: add it by hand.
    lossy API [API] #/0: Its credentials were not imported: add an Authorization header by hand.
    lossy API [API] #/0: It ignores certificate errors, but here they fail the check.
    lossy URL [URL] #/1/muted: It is muted in the export: mute it again after the import.
    lossy URL [URL] #/1: Its interval is 30 s, but the minimum is 1m.
    lossy TCP [TCP] #/2/request/data: The data it sends was not imported; only the connection is checked.
    lossy TCP [TCP] #/2/request/assertions/0: An assertion was not imported ("RESPONSE_DATA" "CONTAINS"): add it by hand.
    dropped DNS [DNS] #/5: Its record type "HTTPS" is not one of A, AAAA, CAA, CNAME, MX, NS, PTR, SOA, SRV, TXT.
    lossy Beat [HEARTBEAT] #/7: Its grace period is 90 s and was changed to 2 min.
    lossy Beat [HEARTBEAT] #/7: The import creates a new ping URL: update the job to call it.
    dropped Journey [BROWSER] #/8/checkType: Checks of the type "BROWSER" are not supported.
    dropped Refuses [API] #/9/shouldFail: It expects the check to fail, which is not supported.
    dropped Variable [API] #/10/request: It needs the variable "HOST"."
  `)
})

test("Freshping: a response of the API", () => {
  expect(toldOf("freshping.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"1m","request_timeout_seconds":30}
    {"name":"Gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"5m","paused":true}
    {"name":"Database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m"}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1m"}
    general: 5 monitors in the export of Freshping: 4 in the document, 1 dropped.
    lossy Zone [DNS] #/results/3: The export does not contain its record type: A was assumed.
    dropped Socket [WEBSOCKET] #/results/4/check_type: Checks of the type "WEBSOCKET" are not supported."
  `)
})

test("HetrixTools: a response of the first API", () => {
  expect(toldOf("hetrixtools-v1.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"1m","request_timeout_seconds":10,"failure_threshold":2,"labels":["Live"],"assertions":[{"kind":"body","comparison":"contains","value":"Welcome"}]}
    {"name":"Beat","monitor_type":"heartbeat","heartbeat_interval_minutes":60,"heartbeat_grace_minutes":2}
    general: 2 monitors in the export of HetrixTools: 2 in the document.
    lossy Beat [Heartbeat] #/0/1: Its grace period is 90 s and was changed to 2 min.
    lossy Beat [Heartbeat] #/0/1: The import creates a new ping URL: update the job to call it."
  `)
})

test("HetrixTools: a response of the third API", () => {
  expect(toldOf("hetrixtools-v3.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"3m","request_timeout_seconds":10,"failure_threshold":3,"labels":["Live"]}
    {"name":"Gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"1m","request_timeout_seconds":5,"paused":true}
    {"name":"Database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m","request_timeout_seconds":5}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"10m","request_timeout_seconds":5}
    general: 6 monitors in the export of HetrixTools: 4 in the document, 2 dropped.
    dropped With a scheme [service] #/monitors/3: Its host is a URL instead of a name or IP address.
    lossy Mail [smtp] #/monitors/4: SMTP is not supported; only the connection is checked.
    lossy Mail [smtp] #/monitors/4: The export does not contain its port: 25 was assumed.
    dropped Listed [blacklist] #/monitors/5: Blacklist monitors are not supported."
  `)
})

test("Prometheus blackbox: prometheus.yml with its modules", () => {
  expect(toldOf("blackbox.yaml")).toMatchInlineSnapshot(`
    "{"name":"https://shop.example/","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"1m","request_timeout_seconds":8,"labels":["env=prod","group=web"],"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200,204"},{"kind":"regex","pattern":"Welcome","matches":true}]}
    {"name":"plain.example:8080","monitor_type":"http","url":"http://plain.example:8080","monitoring_interval":"1m","request_timeout_seconds":8,"labels":["env=prod","group=web"],"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200,204"},{"kind":"regex","pattern":"Welcome","matches":true}]}
    {"name":"https://api.example/","monitor_type":"http","url":"https://api.example/","monitoring_interval":"1m","request_timeout_seconds":8,"labels":["env=prod","group=web"],"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200,204"},{"kind":"regex","pattern":"Welcome","matches":true}]}
    {"name":"db.example:5432","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"5m","request_timeout_seconds":5}
    {"name":"[2001:db8::1]:22","monitor_type":"tcp","host":"2001:db8::1","port":22,"monitoring_interval":"5m","request_timeout_seconds":5}
    {"name":"gw.example","monitor_type":"ping","host":"gw.example","monitoring_interval":"1h"}
    {"name":"9.9.9.9","monitor_type":"dns","host":"shop.example","dns_record_type":"SOA","monitoring_interval":"1h","resolver":"9.9.9.9"}
    {"name":"[2620:fe::fe]:5353","monitor_type":"dns","host":"shop.example","dns_record_type":"SOA","monitoring_interval":"1h","resolver":"[2620:fe::fe]:5353"}
    {"name":"mail.example:25","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"1h"}
    general: 12 monitors in the export of Prometheus blackbox: 9 in the document, 3 dropped.
    general: The job "sites" has no relabel_configs: its targets themselves were imported.
    general: The interval of the job "sites" is 15 s, but the minimum is 1m.
    general: The job "doors" has no relabel_configs: its targets themselves were imported.
    general: The job "mixed" has no relabel_configs: its targets themselves were imported.
    general: 1 job that scrapes metrics without a probe was not imported.
    general: The job "files" reads targets from "targets/*.json": append these files to prometheus.yml and convert again.
    general: The job "files" discovers targets by kubernetes_sd_configs, which are not in the file.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: 1 request header was not imported: add it by hand.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: Its request body was not imported: add it by hand.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: Its credentials were not imported: add an Authorization header by hand.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: It ignores certificate errors, but here they fail the check.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: Its timeout is 7.5 s and was rounded up to 8 s.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: 1 request header was not imported: add it by hand.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: Its request body was not imported: add it by hand.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: Its credentials were not imported: add an Authorization header by hand.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: It ignores certificate errors, but here they fail the check.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: Its timeout is 7.5 s and was rounded up to 8 s.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: The user name or password in its URL was removed: add an Authorization header by hand.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: 1 request header was not imported: add it by hand.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: Its request body was not imported: add it by hand.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: Its credentials were not imported: add an Authorization header by hand.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: It ignores certificate errors, but here they fail the check.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: Its timeout is 7.5 s and was rounded up to 8 s.
    dropped db.example [tcp_connect] #/0/scrape_configs/2/static_configs/0/targets/2: The export does not contain its port.
    lossy mail.example:25 [smtp_banner] #/0/scrape_configs/3/static_configs/2/targets/0: Its queries and expected responses were not imported; only the connection is checked.
    dropped grpc.example:443 [grpc] #/0/scrape_configs/3/static_configs/3/targets/0: The prober "grpc" is not supported.
    dropped what.example [unheard] #/0/scrape_configs/3/static_configs/4/targets/0: The module "unheard" is not among those of the export: append the blackbox.yml that has it and convert again."
  `)
})

test("Prometheus blackbox: a file of targets alone", () => {
  expect(toldOf("blackbox-targets.json")).toMatchInlineSnapshot(`
    "{"name":"https://a.example/","monitor_type":"http","url":"https://a.example/","labels":["env=prod"]}
    {"name":"c.example","monitor_type":"ping","host":"c.example"}
    general: 3 monitors in the export of Prometheus blackbox: 2 in the document, 1 dropped.
    lossy https://a.example/ [] #/0/targets/0: The export does not contain its interval; it is checked every minute.
    dropped b.example:443 [] #/0/targets/1: No module defines how it is probed: append the target file to its prometheus.yml.
    lossy c.example [icmp_v4] #/1/targets/0: The export does not contain its interval; it is checked every minute."
  `)
})

test("Prometheus Operator: probes of a cluster with their modules", () => {
  expect(toldOf("prometheus-operator.yaml")).toMatchInlineSnapshot(`
    "{"name":"https://shop.example/","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"1m","request_timeout_seconds":5,"labels":["environment=production"],"assertions":[{"kind":"status","codes":"200"},{"kind":"regex","pattern":"Exception","matches":false}]}
    {"name":"https://api.example/health","monitor_type":"http","url":"https://api.example/health","monitoring_interval":"1m","request_timeout_seconds":5,"labels":["environment=production"],"assertions":[{"kind":"status","codes":"200"},{"kind":"regex","pattern":"Exception","matches":false}]}
    {"name":"gw.example","monitor_type":"ping","host":"gw.example","monitoring_interval":"5m"}
    general: 3 monitors in the export of Prometheus Operator: 3 in the document.
    general: The interval of the probe "sites" is 30 s, but the minimum is 1m.
    general: The probe "hosts" discovers targets by ingresses, which are not in the file."
  `)
})

test("Upptime: its configuration", () => {
  expect(toldOf("upptime.yaml")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"10m","max_redirects":3,"assertions":[{"kind":"status","codes":"200-208,226,300-308"}]}
    {"name":"Search","monitor_type":"http","url":"https://shop.example/search","monitoring_interval":"10m","method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200-201"},{"kind":"body","comparison":"contains","value":"results"},{"kind":"body","comparison":"not_contains","value":"Exception"},{"kind":"response_time","max_ms":5000,"level":"degraded"}]}
    {"name":"Database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"10m"}
    {"name":"Mail","monitor_type":"tls","host":"mail.example","port":465,"monitoring_interval":"10m"}
    general: 6 monitors in the export of Upptime: 4 in the document, 2 dropped.
    general: Not part of config documents, set up by hand: assignees.
    general: Not part of config documents, set up by hand: the status page.
    general: Variables without a value: "SECRET_SITE" (1 monitor). Convert again with a file of lines NAME=value (--env).
    general: Not part of config documents, set up by hand: assignees (of 1 monitor).
    lossy Search [http] #/sites/1/__dangerous__body_degraded: Its keyword for degraded was not imported.
    lossy Search [http] #/sites/1: 1 request header was not imported: add it by hand.
    lossy Search [http] #/sites/1: Its request body was not imported: add it by hand.
    lossy Search [http] #/sites/1: It ignores certificate errors, but here they fail the check.
    dropped Socket [ws] #/sites/4/check: Checks of the type "ws" are not supported.
    dropped Hidden [http] #/sites/5/url: It needs the variable "SECRET_SITE"."
  `)
})

test("OpenStatus: monitors in YAML", () => {
  expect(toldOf("openstatus.yaml")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","description":"The front page","url":"https://shop.example","monitoring_interval":"1m","request_timeout_seconds":5,"assertions":[{"kind":"status","codes":"200-399"},{"kind":"header","name":"content-type","comparison":"contains","value":"html"},{"kind":"body","comparison":"contains","value":"Welcome"},{"kind":"regex","pattern":"^OK\\\\.$","matches":true},{"kind":"response_time","max_ms":4500,"level":"offline"},{"kind":"response_time","max_ms":900,"level":"degraded"}]}
    {"name":"Database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"5m","paused":true}
    general: 3 monitors in the export of OpenStatus: 2 in the document, 1 dropped.
    general: Not part of config documents, set up by hand: status pages (of 1 monitor) and regions (of 1 monitor).
    lossy Shop [http] #/shop/assertions/5: An assertion was not imported ("textBody" "not_empty"): add it by hand.
    lossy Shop [http] #/shop/retry: Its number of retries was not imported; failures are confirmed at once over a new connection.
    lossy Shop [http] #/shop: 1 request header was not imported: add it by hand.
    lossy Shop [http] #/shop: Its interval is 30 s, but the minimum is 1m.
    dropped Zone [dns] #/zone/kind: Monitors of the kind "dns" are not supported."
  `)
})

test("Kener: the YAML of version 2", () => {
  expect(toldOf("kener.yaml")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","description":"The front page","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":3,"labels":["Live"],"method":"POST","assertions":[{"kind":"response_time","max_ms":2500,"level":"offline"}]}
    {"name":"Gateways (gw1.example)","monitor_type":"ping","host":"gw1.example","monitoring_interval":"1m"}
    {"name":"Gateways (gw2.example)","monitor_type":"ping","host":"gw2.example","monitoring_interval":"1m"}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"A","resolver":"9.9.9.9","expected_values":["192.0.2.1"]}
    general: 4 monitors in the export of Kener: 4 in the document, 1 dropped, 1 added because some monitors were split.
    lossy Shop [API] #/0: Its evaluation script was not imported: add assertions by hand.
    lossy Shop [API] #/0: 1 request header was not imported: add it by hand.
    lossy Shop [API] #/0: Its request body was not imported: add it by hand.
    lossy Gateways [PING] #/1: It was split into 2 monitors: Gateways (gw1.example) and Gateways (gw2.example).
    lossy Zone [DNS] #/2/cron: Its schedule "7 3 * * 1" does not repeat evenly.
    lossy Zone [DNS] #/2: The export does not contain its interval; it is checked every minute.
    dropped Reported [NONE] #/3: It checks nothing: other programs report its status to Kener."
  `)
})

test("Kener: a response of the API of version 3", () => {
  expect(toldOf("kener.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"1m","request_timeout_seconds":10,"labels":["Home"],"assertions":[{"kind":"status","codes":"200-399,429"}]}
    {"name":"Ports","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"15m","paused":true}
    {"name":"Certificate","monitor_type":"tls","host":"shop.example","port":443,"monitoring_interval":"1h","assertions":[{"kind":"certificate_days","min_days":2,"level":"offline"}]}
    {"name":"Backup","monitor_type":"heartbeat","heartbeat_interval_minutes":90,"heartbeat_grace_minutes":0}
    general: 5 monitors in the export of Kener: 4 in the document, 1 dropped.
    lossy Shop [API] #/0: 1 request header was not imported: add it by hand.
    lossy Shop [API] #/0: It ignores certificate errors, but here they fail the check.
    lossy Certificate [SSL] #/2: Its certificate threshold for degraded was not imported.
    lossy Backup [HEARTBEAT] #/3: The import creates a new ping URL: update the job to call it.
    dropped Rows [SQL] #/4: Monitors of the type "SQL" are not supported."
  `)
})

test("Cachet: components of version 2; those with a link can be monitored", () => {
  expect(toldOf("cachet.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","description":"The front page","url":"https://shop.example/","labels":["Live"]}
    {"name":"Hidden","monitor_type":"http","url":"https://old.example/","paused":true}
    general: 3 monitors in the export of Cachet: 2 in the document, 1 dropped.
    general: Not part of config documents, set up by hand: groups (of 1 monitor).
    lossy Shop [component] #/data/0: The export does not contain its interval; it is checked every minute.
    lossy Hidden [component] #/data/1: The export does not contain its interval; it is checked every minute.
    dropped Payments [component] #/data/2/link: It has no link: Cachet shows results of other tools and does not know its URL."
  `)
})

test("Cachet: components of version 3", () => {
  expect(toldOf("cachet-3.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example/"}
    general: 1 monitor in the export of Cachet: 1 in the document.
    lossy Shop [component] #/data/0/attributes: The export does not contain its interval; it is checked every minute."
  `)
})
