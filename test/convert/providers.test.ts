import { expect, test } from "vitest"
import { toldOf } from "./fixtures.ts"

/** Each product's whole account: an entry a line, then a note a line. */

test("Uptime Kuma: a backup of version 1", () => {
  expect(toldOf("uptime-kuma-1.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","description":"The front page","url":"https://shop.example/","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":3,"labels":["production"]}
    {"name":"Orders API","monitor_type":"http","url":"https://api.example/orders","monitoring_interval":"2m","request_timeout_seconds":60,"failure_threshold":1,"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200-299,404"}]}
    {"name":"Login word","monitor_type":"http","url":"https://shop.example/login","monitoring_interval":"1m","request_timeout_seconds":16,"failure_threshold":2,"assertions":[{"kind":"body","comparison":"contains","value":"Sign in"}]}
    {"name":"No stack trace","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":60,"failure_threshold":1,"assertions":[{"kind":"body","comparison":"not_contains","value":"Exception"}]}
    {"name":"Stock","monitor_type":"http","url":"https://api.example/stock","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":1}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"2m","request_timeout_seconds":13,"failure_threshold":1}
    {"name":"Router","monitor_type":"ping","host":"192.0.2.1","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":4}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"MX","monitoring_interval":"1h","request_timeout_seconds":48,"failure_threshold":1,"resolver":"1.1.1.1"}
    {"name":"Nightly backup","monitor_type":"heartbeat","heartbeat_interval_minutes":1500,"heartbeat_grace_minutes":4}
    {"name":"Shop","monitor_type":"http","url":"https://shop.example/other","request_timeout_seconds":48,"failure_threshold":1}
    general: 15 monitors in the export of Uptime Kuma: 10 in the document, 5 left out.
    general: 1 notification and 1 proxy in the export: not part of a document, to be set up here.
    general: Not part of a document, to be set up here: groups (of 2 monitors).
    dropped Sites [group] #/monitorList/0: A group is a folder and watches nothing itself.
    lossy Shop [http] #/monitorList/1/tags: The values of 1 tag were left out: a label is a name.
    lossy Orders API [http] #/monitorList/2/retryInterval: It is looked at every 20 s while it fails there; here a failure is confirmed at once, and counted once an interval.
    lossy Orders API [http] #/monitorList/2/resendInterval: That its alarm is repeated was left out: escalation rules do that here.
    lossy Orders API [http] #/monitorList/2/expiryNotification: When it warns of a certificate is set elsewhere there; here it is degraded below 14 days.
    lossy Orders API [http] #/monitorList/2/proxyId: It goes through a proxy there, and directly here.
    lossy Orders API [http] #/monitorList/2: A user name or password stood in its address and was left out: set a header named Authorization by hand.
    lossy Orders API [http] #/monitorList/2: Its interval is 90 s there, rounded up to 2m.
    lossy Orders API [http] #/monitorList/2: Its timeout is 72.5 s there; the longest here is 60 s.
    lossy Orders API [http] #/monitorList/2: 2 request headers were left out: set them by hand.
    lossy Orders API [http] #/monitorList/2: What it sends as a body was left out: set it by hand.
    lossy Orders API [http] #/monitorList/2: How it signs in was left out: set a header named Authorization by hand.
    lossy Orders API [http] #/monitorList/2: Faults of the certificate are ignored there; here they make a check fail.
    lossy Login word [keyword] #/monitorList/3: Its interval is 20 s there; the shortest here is 1m.
    lossy No stack trace [keyword] #/monitorList/4: Its timeout is 4 min there; the longest here is 60 s.
    lossy Stock [json-query] #/monitorList/5/jsonPath: That "$.status" must give "ok" was left out: JSONata has no counterpart here, a json_path assertion may do.
    lossy Mail [port] #/monitorList/6: Its timeout is 12.5 s there, rounded up to 13 s.
    dropped Broken port [port] #/monitorList/7: Its port is 70000, and a port is a whole number from 1 to 65535.
    lossy Router [ping] #/monitorList/8/packetSize: Its packets of 1000 bytes have no counterpart here.
    lossy Router [ping] #/monitorList/8: It is paused there; an import starts it, so pause it afterwards.
    lossy Nightly backup [push] #/monitorList/10: Its grace is 200 s there, here 4 min.
    lossy Nightly backup [push] #/monitorList/10: An import makes a new heartbeat address: let the job call that one.
    dropped Must stay closed [port] #/monitorList/11/upsideDown: It is turned upside down there: here it would alarm while all is well.
    dropped Database [postgres] #/monitorList/12/type: Monitors of the type "postgres" have no counterpart here.
    dropped  [http] #/monitorList/13: It has no name, and a monitor needs one.
    lossy Shop [http] #/monitorList/14/interval: "interval" should be a number and was left out.
    lossy Shop [http] #/monitorList/14: The export does not tell its interval; it is checked every minute here.
    lossy Shop [http] #/monitorList/14: An earlier http monitor has the same name, so that an import skips this one; give it another name first."
  `)
})

test("Uptime Kuma: a dump of version 2 with monitors by id", () => {
  expect(toldOf("uptime-kuma-2.json")).toMatchInlineSnapshot(`
    "{"name":"Blog","monitor_type":"http","url":"https://blog.example/","monitoring_interval":"1m","request_timeout_seconds":4,"failure_threshold":1}
    {"name":"Name service","monitor_type":"dns","host":"example.org","dns_record_type":"AAAA","monitoring_interval":"1m","request_timeout_seconds":48,"failure_threshold":1,"resolver":"9.9.9.9:5353"}
    general: 3 monitors in the export of Uptime Kuma: 2 in the document, 1 left out.
    lossy Blog [http] #/monitorList/4: Its interval is 5 s there; the shortest here is 1m.
    lossy Name service [dns] #/monitorList/7/dns_resolve_server: It asks several name servers there, and the first of them here.
    lossy Name service [dns] #/monitorList/7/conditions: Its conditions on the answer were left out: set the expected values by hand.
    dropped Queue [rabbitmq] #/monitorList/9/type: Monitors of the type "rabbitmq" have no counterpart here."
  `)
})

test("UptimeRobot: an answer of the second API", () => {
  expect(toldOf("uptimerobot-v2.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"5m","request_timeout_seconds":30,"method":"POST"}
    {"name":"Search","monitor_type":"http","url":"https://shop.example/search","monitoring_interval":"1m","request_timeout_seconds":30}
    {"name":"Gateway","monitor_type":"ping","host":"198.51.100.7","monitoring_interval":"7m"}
    {"name":"Mailbox","monitor_type":"tcp","host":"mail.example","port":143,"monitoring_interval":"5m","request_timeout_seconds":30}
    {"name":"Game","monitor_type":"tcp","host":"game.example","port":25565,"monitoring_interval":"5m","request_timeout_seconds":30}
    {"name":"Import job","monitor_type":"heartbeat","heartbeat_interval_minutes":2}
    general: 8 monitors in the export of UptimeRobot: 6 in the document, 2 left out.
    general: Not part of a document, to be set up here: alert contacts (of 1 monitor) and maintenance windows (of 1 monitor).
    general: Only 8 of 12 monitors are in the export. Put the other pages of the API's answer behind it and convert again.
    lossy Shop [http] #/monitors/0/custom_http_statuses: Which codes it takes as up or down ("404:1_500:0") was left out; here every 2xx is good.
    lossy Shop [http] #/monitors/0: 1 request header was left out: set it by hand.
    lossy Shop [http] #/monitors/0: What it sends as a body was left out: set it by hand.
    lossy Shop [http] #/monitors/0: How it signs in was left out: set a header named Authorization by hand.
    lossy Search [keyword] #/monitors/1/keyword_type: Its condition on the word "results" (keyword_type 2, "not exists") was left out, because the export does not say for certain whether the word must or must not be there: set it by hand.
    lossy Search [keyword] #/monitors/1: It is paused there; an import starts it, so pause it afterwards.
    lossy Gateway [ping] #/monitors/2: Its interval is 367 s there, rounded up to 7m.
    lossy Import job [heartbeat] #/monitors/5: Its period is 90 s there, here 2 min.
    lossy Import job [heartbeat] #/monitors/5: An import makes a new heartbeat address: let the job call that one.
    dropped Custom without a port [port] #/monitors/6: The export does not tell its port.
    dropped From the future [9] #/monitors/7/type: Monitors of the type "9" have no counterpart here."
  `)
})

test("UptimeRobot: an answer of the third API", () => {
  expect(toldOf("uptimerobot-v3.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":30,"labels":["live"],"method":"HEAD","max_redirects":0,"assertions":[{"kind":"status","codes":"200-299,300-399"}]}
    {"name":"Error page","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":30,"assertions":[{"kind":"regex","pattern":"(?i)Fatal \\\\(error\\\\)","matches":false}]}
    {"name":"Welcome","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":30,"assertions":[{"kind":"body","comparison":"contains","value":"Welcome"}]}
    {"name":"API","monitor_type":"http","url":"https://api.example/","monitoring_interval":"1m","request_timeout_seconds":30,"method":"POST"}
    {"name":"Ping","monitor_type":"ping","host":"host.example","monitoring_interval":"1m","request_timeout_seconds":5}
    {"name":"Database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m","request_timeout_seconds":5}
    {"name":"Backup","monitor_type":"heartbeat","heartbeat_interval_minutes":60,"heartbeat_grace_minutes":6}
    {"name":"Zone (A)","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1h","request_timeout_seconds":30}
    {"name":"Zone (MX)","monitor_type":"dns","host":"shop.example","dns_record_type":"MX","monitoring_interval":"1h","request_timeout_seconds":30}
    general: 9 monitors in the export of UptimeRobot: 9 in the document, 1 left out, 1 more because some became several.
    general: Not part of a document, to be set up here: alert contacts (of 1 monitor).
    general: Further pages follow; not every monitor is in the export. Put the other pages of the API's answer behind it and convert again.
    lossy Error page [KEYWORD] #/data/1: It is paused there; an import starts it, so pause it afterwards.
    lossy Error page [KEYWORD] #/data/1: How it signs in was left out: set a header named Authorization by hand.
    lossy API [API] #/data/3/config: Its assertions on the answer were left out: set them by hand.
    lossy API [API] #/data/3: 1 request header was left out: set it by hand.
    lossy API [API] #/data/3: What it sends as a body was left out: set it by hand.
    lossy Backup [HEARTBEAT] #/data/6: Its grace is 301 s there, here 6 min.
    lossy Backup [HEARTBEAT] #/data/6: An import makes a new heartbeat address: let the job call that one.
    lossy Zone [DNS] #/data/7/config/dnsRecords: The values that it expects were left out: set them by hand.
    lossy Zone [DNS] #/data/7: One monitor there, 2 here: Zone (A) and Zone (MX).
    dropped Syslog [UDP] #/data/8/type: Monitors of the type "UDP" have no counterpart here."
  `)
})

test("UptimeRobot: its table of monitors", () => {
  expect(toldOf("uptimerobot.csv")).toMatchInlineSnapshot(`
    "{"name":"Shop, front","monitor_type":"http","url":"https://shop.example","monitoring_interval":"5m"}
    {"name":"He said \\"hi\\"","monitor_type":"http","url":"https://shop.example/hi","monitoring_interval":"1m"}
    {"name":"Gateway","monitor_type":"ping","host":"192.0.2.1","monitoring_interval":"5m"}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"5m"}
    {"name":"Backup","monitor_type":"heartbeat","heartbeat_interval_minutes":1440}
    {"name":"Last","monitor_type":"http","url":"https://last.example","monitoring_interval":"1m"}
    general: 9 monitors in the export of UptimeRobot: 6 in the document, 3 left out.
    lossy He said "hi" [Keyword]: Its condition on the word "hello, you" ("keyword type" "1") was left out, because the export does not say for certain whether the word must or must not be there: set it by hand.
    lossy Gateway [3]: Row 4 is of the type "3" and yet has a port (8080), which was left out: should it be a port monitor?
    dropped row 6 []: Row 6 cannot be read: its quotation marks do not match.
    dropped row 7 []: Row 7 cannot be read: it has 3 cells where the first line names 7 columns.
    dropped No port [Port]: The export does not tell its port.
    lossy Backup [Heartbeat]: An import makes a new heartbeat address: let the job call that one.
    lossy Last [HTTP]: Its interval is 30 s there; the shortest here is 1m."
  `)
})

test("Better Stack: monitors and heartbeats of two calls one after another", () => {
  expect(toldOf("better-stack.txt")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"3m","request_timeout_seconds":15,"failure_threshold":1,"recovery_threshold":2}
    {"name":"Create","monitor_type":"http","url":"https://api.example/create","monitoring_interval":"1m","request_timeout_seconds":30,"failure_threshold":5,"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"201,409"}]}
    {"name":"No errors","monitor_type":"http","url":"https://shop.example","monitoring_interval":"1m","request_timeout_seconds":30,"assertions":[{"kind":"body","comparison":"not_contains","value":"Oops"}]}
    {"name":"Host","monitor_type":"ping","host":"host.example","monitoring_interval":"1m","request_timeout_seconds":5}
    {"name":"Mail (25)","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"1m","request_timeout_seconds":1}
    {"name":"Mail (465)","monitor_type":"tcp","host":"mail.example","port":465,"monitoring_interval":"1m","request_timeout_seconds":1}
    {"name":"Mail (587)","monitor_type":"tcp","host":"mail.example","port":587,"monitoring_interval":"1m","request_timeout_seconds":1}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1m","request_timeout_seconds":5,"resolver":"1.1.1.1"}
    {"name":"Backup","monitor_type":"heartbeat","heartbeat_interval_minutes":1440,"heartbeat_grace_minutes":1}
    general: 9 monitors in the export of Better Stack: 9 in the document, 2 left out, 2 more because some became several.
    general: Not part of a document, to be set up here: groups (of 1 monitor).
    lossy Shop [status] #/0/data/0/attributes: 1 request header was left out: set it by hand.
    lossy Create [expected_status_code] #/0/data/1/attributes/domain_expiration: Its warning of an expiring domain has no counterpart here.
    lossy Create [expected_status_code] #/0/data/1/attributes: It is paused there; an import starts it, so pause it afterwards.
    lossy Create [expected_status_code] #/0/data/1/attributes: Its interval is 30 s there; the shortest here is 1m.
    lossy Create [expected_status_code] #/0/data/1/attributes: What it sends as a body was left out: set it by hand.
    lossy Create [expected_status_code] #/0/data/1/attributes: How it signs in was left out: set a header named Authorization by hand.
    lossy Create [expected_status_code] #/0/data/1/attributes: Faults of the certificate are ignored there; here they make a check fail.
    lossy Mail [smtp] #/0/data/4/attributes: That SMTP is spoken was left out; here the connection counts.
    lossy Mail [smtp] #/0/data/4/attributes/port: Of its ports "25,465,x,587", what is no number was left out.
    lossy Mail [smtp] #/0/data/4/attributes: Its timeout is 0.5 s there, rounded up to 1 s.
    lossy Mail [smtp] #/0/data/4/attributes: One monitor there, 3 here: Mail (25), Mail (465) and Mail (587).
    lossy Zone [dns] #/0/data/5/attributes: The export does not tell which record it looks up: A was taken.
    dropped Voice [udp] #/0/data/6/attributes/monitor_type: Monitors of the type "udp" have no counterpart here.
    dropped Journey [playwright] #/0/data/7/attributes/monitor_type: Monitors of the type "playwright" have no counterpart here.
    lossy Backup [heartbeat] #/1/data/0/attributes: Its grace is 30 s there, here 1 min.
    lossy Backup [heartbeat] #/1/data/0/attributes: An import makes a new heartbeat address: let the job call that one."
  `)
})

test("Pingdom: a list of checks", () => {
  expect(toldOf("pingdom.json")).toMatchInlineSnapshot(`
    "{"name":"My check 1","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"1m","labels":["apache"]}
    {"name":"Gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"5m"}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"15m"}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1h"}
    general: 6 monitors in the export of Pingdom: 4 in the document, 2 left out.
    general: Only 6 of 9 monitors are in the export. Put the other pages of the API's answer behind it and convert again.
    lossy My check 1 [http] #/checks/0: A list of checks does not tell path, port and encryption: https and / were taken. Convert the answer of /checks/{id} for the exact address.
    lossy Gateway [ping] #/checks/1: It is paused there; an import starts it, so pause it afterwards.
    dropped Door [tcp] #/checks/2: A list of checks does not tell its port: convert the answer of /checks/{id}.
    lossy Mail [smtp] #/checks/3: That SMTP is spoken was left out; here the connection counts.
    lossy Mail [smtp] #/checks/3: The export does not tell its port: 25 was taken.
    lossy Zone [dns] #/checks/4: A list of checks does not tell its name server and what it expects.
    dropped Voice [udp] #/checks/5/type: Checks of the type "udp" have no counterpart here."
  `)
})

test("Pingdom: single checks and a transaction", () => {
  expect(toldOf("pingdom-details.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example:8443/login?next=/","monitoring_interval":"1m","failure_threshold":3,"method":"POST","assertions":[{"kind":"body","comparison":"contains","value":"Sign in"}]}
    {"name":"Plain","monitor_type":"http","url":"http://plain.example/","monitoring_interval":"30m","assertions":[{"kind":"body","comparison":"not_contains","value":"Oops"}]}
    {"name":"Redis","monitor_type":"tcp","host":"redis.example","port":6379,"monitoring_interval":"1m"}
    general: 4 monitors in the export of Pingdom: 3 in the document, 1 left out.
    dropped Buy a shoe [transaction] #/3/checks/0: A transaction check is a script in a browser, which has no counterpart here.
    lossy Shop [http] #/0/check: 1 request header was left out: set it by hand.
    lossy Shop [http] #/0/check: What it sends as a body was left out: set it by hand.
    lossy Shop [http] #/0/check: How it signs in was left out: set a header named Authorization by hand.
    lossy Shop [http] #/0/check: Faults of the certificate are ignored there; here they make a check fail.
    lossy Plain [http] #/1/check: It is paused there; an import starts it, so pause it afterwards.
    lossy Redis [tcp] #/2/check: What it says and expects (2 texts) was left out; here the connection counts."
  `)
})

test("StatusCake: a list of tests and two single ones", () => {
  expect(toldOf("statuscake.txt")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"5m","labels":["live","eu"]}
    {"name":"Head","monitor_type":"http","url":"https://shop.example","monitoring_interval":"1m","method":"HEAD"}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"1m"}
    {"name":"Jump host","monitor_type":"tcp","host":"jump.example","port":22,"monitoring_interval":"1m"}
    {"name":"Gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"24h"}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"15m"}
    {"name":"Detail","monitor_type":"http","url":"https://detail.example","monitoring_interval":"1m","request_timeout_seconds":60,"method":"POST","max_redirects":0,"assertions":[{"kind":"body","comparison":"contains","value":"Welcome"}]}
    {"name":"Port","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m","request_timeout_seconds":5}
    general: 10 monitors in the export of StatusCake: 8 in the document, 2 left out.
    general: A list of tests tells neither timeout nor port nor what is expected of an answer: convert the answers of /uptime/{test_id} for these.
    general: Not part of a document, to be set up here: contact groups (of 1 monitor).
    general: Only 8 of 11 monitors are in the export. Put the other pages of the API's answer behind it and convert again.
    lossy Head [HEAD] #/0/data/1: It is paused there; an import starts it, so pause it afterwards.
    lossy Head [HEAD] #/0/data/1: Its interval is 0 s there; the shortest here is 1m.
    dropped Door [TCP] #/0/data/2: A list of tests does not tell its port: convert the answer of /uptime/{test_id}.
    lossy Mail [SMTP] #/0/data/3: That SMTP is spoken was left out; here the connection counts.
    lossy Jump host [SSH] #/0/data/4: That SSH is spoken was left out; here the connection counts.
    lossy Zone [DNS] #/0/data/6: Its name server and the addresses that it expects were left out; A records of the name are looked up.
    dropped Job [PUSH] #/0/data/7: The export does not tell how often its ping is due: make a heartbeat monitor by hand.
    lossy Detail [HTTP] #/1/data/status_codes: Which codes raise its alarm was left out; here every 2xx is good.
    lossy Detail [HTTP] #/1/data/final_endpoint: Where its redirects must end was left out.
    lossy Detail [HTTP] #/1/data/trigger_rate: Its alarm waits 4 min there; here the failure threshold decides.
    lossy Detail [HTTP] #/1/data/confirmation: Its failures are confirmed by 2 other servers there; here by a second look over a new connection.
    lossy Detail [HTTP] #/1/data: Its timeout is 75 s there; the longest here is 60 s.
    lossy Detail [HTTP] #/1/data: 2 request headers were left out: set them by hand.
    lossy Detail [HTTP] #/1/data: What it sends as a body was left out: set it by hand.
    lossy Detail [HTTP] #/1/data: How it signs in was left out: set a header named Authorization by hand."
  `)
})

test("Healthchecks.io: a list of checks", () => {
  expect(toldOf("healthchecks.json")).toMatchInlineSnapshot(`
    "{"name":"Backup","monitor_type":"heartbeat","description":"Every night","heartbeat_interval_minutes":1440,"heartbeat_grace_minutes":60,"labels":["prod","db"]}
    {"name":"import-job","monitor_type":"heartbeat","heartbeat_interval_minutes":2,"heartbeat_grace_minutes":0}
    general: 4 monitors in the export of Healthchecks.io: 2 in the document, 2 left out.
    general: Not part of a document, to be set up here: integrations (of 1 monitor).
    lossy Backup [simple] #/checks/0: An import makes a new heartbeat address: let the job call that one.
    lossy import-job [simple] #/checks/1: Its rules on what counts as a ping (success_kw, filter_body) were left out.
    lossy import-job [simple] #/checks/1/methods: That it takes "POST" alone was left out: any method counts here.
    lossy import-job [simple] #/checks/1/manual_resume: That it stays paused until somebody resumes it was left out.
    lossy import-job [simple] #/checks/1: It is paused there; an import starts it, so pause it afterwards.
    lossy import-job [simple] #/checks/1: Its period is 90 s there, here 2 min.
    lossy import-job [simple] #/checks/1: An import makes a new heartbeat address: let the job call that one.
    dropped Report [cron] #/checks/2/schedule: It follows the schedule "15 5 * * *" (Europe/Riga), and a heartbeat here has a fixed period: make one by hand.
    dropped  [simple] #/checks/3: It has no name, and a monitor needs one."
  `)
})

test("Gatus: a configuration", () => {
  expect(toldOf("gatus.yaml")).toMatchInlineSnapshot(`
    "{"name":"shop/front","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"5m","request_timeout_seconds":13,"failure_threshold":4,"recovery_threshold":2,"labels":["shop","environment=production"],"assertions":[{"kind":"body","comparison":"contains","value":"Welcome"}]}
    {"name":"secured","monitor_type":"http","url":"https://api.example/","monitoring_interval":"1m","request_timeout_seconds":10,"failure_threshold":5,"recovery_threshold":2,"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200,204"}]}
    {"name":"any answer","monitor_type":"http","url":"http://any.example","monitoring_interval":"1m","request_timeout_seconds":10,"assertions":[{"kind":"status","codes":"100-599"}]}
    {"name":"gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"1m","request_timeout_seconds":10}
    {"name":"database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m","request_timeout_seconds":10}
    {"name":"mail","monitor_type":"tcp","host":"mail.example","port":587,"monitoring_interval":"90m","request_timeout_seconds":10}
    {"name":"zone","monitor_type":"dns","host":"shop.example","dns_record_type":"MX","monitoring_interval":"1m","request_timeout_seconds":10,"resolver":"9.9.9.9"}
    {"name":"jobs/backup","monitor_type":"heartbeat","heartbeat_interval_minutes":1500,"labels":["jobs"]}
    general: 13 monitors in the export of Gatus: 8 in the document, 5 left out.
    general: Not part of a document, to be set up here: alerts (of 2 monitors).
    general: The settings of alerting are not part of a document.
    lossy shop/front [https] #/endpoints/0/conditions/1: The condition "[RESPONSE_TIME] < 500" was left out.
    lossy shop/front [https] #/endpoints/0/alerts: Its alerts wait for different numbers of failures; here the least, 4, counts.
    lossy shop/front [https] #/endpoints/0: Its timeout is 12.5 s there, rounded up to 13 s.
    lossy secured [https] #/endpoints/1/conditions/1: The condition "[BODY].status == UP" was left out.
    lossy secured [https] #/endpoints/1/conditions/2: The condition "[CERTIFICATE_EXPIRATION] > 48h" was left out.
    lossy secured [https] #/endpoints/1: A user name or password stood in its address and was left out: set a header named Authorization by hand.
    lossy secured [https] #/endpoints/1: It is paused there; an import starts it, so pause it afterwards.
    lossy secured [https] #/endpoints/1: Its interval is 30 s there; the shortest here is 1m.
    lossy secured [https] #/endpoints/1: 1 request header was left out: set it by hand.
    lossy secured [https] #/endpoints/1: What it sends as a body was left out: set it by hand.
    lossy secured [https] #/endpoints/1: How it signs in was left out: set a header named Authorization by hand.
    lossy secured [https] #/endpoints/1: Faults of the certificate are ignored there; here they make a check fail.
    lossy mail [starttls] #/endpoints/5/url: That starttls is spoken was left out; here the connection counts.
    lossy mail [starttls] #/endpoints/5/conditions/1: The condition "[CERTIFICATE_EXPIRATION] > 48h" was left out.
    lossy zone [dns] #/endpoints/6/conditions/1: The condition "[BODY] == mail.shop.example" was left out.
    dropped shell [ssh] #/endpoints/7/url: Endpoints of "ssh://" have no counterpart here.
    dropped closed [tcp] #/endpoints/8/conditions/0: It is well there when nothing answers: here it would alarm while all is well.
    dropped unexpanded [https] #/endpoints/9: Its target holds an unexpanded environment variable: write the value there and convert again.
    lossy jobs/backup [external-endpoint] #/external-endpoints/0: An import makes a new heartbeat address: let the job call that one.
    dropped misplaced [external-endpoint] #/external-endpoints/1/heartbeat: Its "interval" stands where Gatus ignores it: move it to "heartbeat.interval" and convert again.
    dropped journey [suite] #/suites/0: A suite of steps that build on each other has no counterpart here."
  `)
})

test("Checkly: a list of checks", () => {
  expect(toldOf("checkly.json")).toMatchInlineSnapshot(`
    "{"name":"API","monitor_type":"http","url":"https://api.example/","monitoring_interval":"10m","request_timeout_seconds":20,"labels":["live"],"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"100-399"}]}
    {"name":"URL","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"1m","request_timeout_seconds":6}
    {"name":"TCP","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m"}
    {"name":"Old TCP","monitor_type":"tcp","host":"db2.example","port":5432,"monitoring_interval":"5m"}
    {"name":"ICMP","monitor_type":"ping","host":"gw.example","monitoring_interval":"5m"}
    {"name":"MX","monitor_type":"dns","host":"shop.example","dns_record_type":"MX","monitoring_interval":"5m"}
    {"name":"Beat","monitor_type":"heartbeat","heartbeat_interval_minutes":1440,"heartbeat_grace_minutes":2}
    general: 11 monitors in the export of Checkly: 7 in the document, 4 left out.
    general: Not part of a document, to be set up here: locations (of 1 monitor), groups (of 1 monitor) and alert channels (of 1 monitor).
    lossy API [API] #/0/localSetupScript: A script that runs before or after it was left out.
    lossy API [API] #/0/request/queryParameters: 1 query parameter was left out: put what is no secret into the address.
    lossy API [API] #/0/request/assertions: An assertion was left out ("JSON_BODY" "EQUALS"): set it by hand.
    lossy API [API] #/0/degradedResponseTime: That it is degraded after 5000 ms was left out.
    lossy API [API] #/0: 1 request header was left out: set it by hand.
    lossy API [API] #/0: What it sends as a body was left out: set it by hand.
    lossy API [API] #/0: How it signs in was left out: set a header named Authorization by hand.
    lossy API [API] #/0: Faults of the certificate are ignored there; here they make a check fail.
    lossy URL [URL] #/1/muted: It is muted there; here it alarms, so mute it afterwards.
    lossy URL [URL] #/1: It is paused there; an import starts it, so pause it afterwards.
    lossy URL [URL] #/1: Its interval is 30 s there; the shortest here is 1m.
    lossy URL [URL] #/1: Its timeout is 5.5 s there, rounded up to 6 s.
    lossy TCP [TCP] #/2/request/assertions: 1 assertion on the answer was left out.
    lossy TCP [TCP] #/2/request/data: What it sends was left out; here the connection counts.
    dropped DNS [DNS] #/5: It looks up "HTTPS" records; known here are A, AAAA, CAA, CNAME, MX, NS, PTR, SOA, SRV, TXT.
    lossy Beat [HEARTBEAT] #/7: Its grace is 90 s there, here 2 min.
    lossy Beat [HEARTBEAT] #/7: An import makes a new heartbeat address: let the job call that one.
    dropped Journey [BROWSER] #/8/checkType: Checks of the type "BROWSER" have no counterpart here.
    dropped Refuses [API] #/9/shouldFail: It should fail there: here it would alarm while all is well.
    dropped Variable [API] #/10: Its target holds an unexpanded variable: write the value there and convert again."
  `)
})

test("Freshping: an answer of the API", () => {
  expect(toldOf("freshping.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"1m","request_timeout_seconds":30}
    {"name":"Gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"5m"}
    {"name":"Database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m"}
    {"name":"Zone","monitor_type":"dns","host":"shop.example","dns_record_type":"A","monitoring_interval":"1m"}
    general: 5 monitors in the export of Freshping: 4 in the document, 1 left out.
    lossy Gateway [PING] #/results/1: It is paused there; an import starts it, so pause it afterwards.
    lossy Zone [DNS] #/results/3: The export does not tell which record it looks up: A was taken.
    dropped Socket [WEBSOCKET] #/results/4/check_type: Checks of the type "WEBSOCKET" have no counterpart here."
  `)
})

test("HetrixTools: an answer of the first API", () => {
  expect(toldOf("hetrixtools-v1.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"1m","request_timeout_seconds":10,"failure_threshold":2,"labels":["Live"],"assertions":[{"kind":"body","comparison":"contains","value":"Welcome"}]}
    {"name":"Beat","monitor_type":"heartbeat","heartbeat_interval_minutes":60,"heartbeat_grace_minutes":2}
    general: 2 monitors in the export of HetrixTools: 2 in the document.
    lossy Beat [Heartbeat] #/0/1: Its grace is 90 s there, here 2 min.
    lossy Beat [Heartbeat] #/0/1: An import makes a new heartbeat address: let the job call that one."
  `)
})

test("HetrixTools: an answer of the third API", () => {
  expect(toldOf("hetrixtools-v3.json")).toMatchInlineSnapshot(`
    "{"name":"Shop","monitor_type":"http","url":"https://shop.example","monitoring_interval":"3m","request_timeout_seconds":10,"failure_threshold":3,"labels":["Live"]}
    {"name":"Gateway","monitor_type":"ping","host":"gw.example","monitoring_interval":"1m","request_timeout_seconds":5}
    {"name":"Database","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"1m","request_timeout_seconds":5}
    {"name":"Mail","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"10m","request_timeout_seconds":5}
    general: 6 monitors in the export of HetrixTools: 4 in the document, 2 left out.
    lossy Gateway [ping] #/monitors/1: It is paused there; an import starts it, so pause it afterwards.
    dropped With a scheme [service] #/monitors/3: Its host is written as a URL; a name or an IP address alone is needed.
    lossy Mail [smtp] #/monitors/4: That SMTP is spoken was left out; here the connection counts.
    dropped Listed [blacklist] #/monitors/5: A blacklist monitor does not watch whether something is up."
  `)
})

test("Prometheus blackbox: prometheus.yml with the modules behind it", () => {
  expect(toldOf("blackbox.yaml")).toMatchInlineSnapshot(`
    "{"name":"https://shop.example/","monitor_type":"http","url":"https://shop.example/","monitoring_interval":"1m","request_timeout_seconds":8,"labels":["env=prod","group=web"],"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200,204"}]}
    {"name":"plain.example:8080","monitor_type":"http","url":"http://plain.example:8080","monitoring_interval":"1m","request_timeout_seconds":8,"labels":["env=prod","group=web"],"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200,204"}]}
    {"name":"https://api.example/","monitor_type":"http","url":"https://api.example/","monitoring_interval":"1m","request_timeout_seconds":8,"labels":["env=prod","group=web"],"method":"POST","max_redirects":0,"assertions":[{"kind":"status","codes":"200,204"}]}
    {"name":"db.example:5432","monitor_type":"tcp","host":"db.example","port":5432,"monitoring_interval":"5m","request_timeout_seconds":5}
    {"name":"[2001:db8::1]:22","monitor_type":"tcp","host":"2001:db8::1","port":22,"monitoring_interval":"5m","request_timeout_seconds":5}
    {"name":"gw.example","monitor_type":"ping","host":"gw.example","monitoring_interval":"1h"}
    {"name":"9.9.9.9","monitor_type":"dns","host":"shop.example","dns_record_type":"SOA","monitoring_interval":"1h","resolver":"9.9.9.9"}
    {"name":"[2620:fe::fe]:5353","monitor_type":"dns","host":"shop.example","dns_record_type":"SOA","monitoring_interval":"1h","resolver":"[2620:fe::fe]:5353"}
    {"name":"mail.example:25","monitor_type":"tcp","host":"mail.example","port":25,"monitoring_interval":"1h"}
    general: 12 monitors in the export of Prometheus blackbox: 9 in the document, 3 left out.
    general: The interval of the job "sites" is 15 s there; the shortest here is 1m.
    general: 1 job that scrapes metrics without a probe was left out.
    general: The job "files" reads targets from "targets/*.json": put these behind prometheus.yml and convert again.
    general: The job "files" finds targets by kubernetes_sd_configs: they are not in the file.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: Conditions of the module "http_strict" were left out: fail_if_body_not_matches_regexp.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: Its timeout is 7.5 s there, rounded up to 8 s.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: 1 request header was left out: set it by hand.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: What it sends as a body was left out: set it by hand.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: How it signs in was left out: set a header named Authorization by hand.
    lossy https://shop.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/0: Faults of the certificate are ignored there; here they make a check fail.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: Conditions of the module "http_strict" were left out: fail_if_body_not_matches_regexp.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: Its timeout is 7.5 s there, rounded up to 8 s.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: 1 request header was left out: set it by hand.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: What it sends as a body was left out: set it by hand.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: How it signs in was left out: set a header named Authorization by hand.
    lossy plain.example:8080 [http_strict] #/0/scrape_configs/1/static_configs/0/targets/1: Faults of the certificate are ignored there; here they make a check fail.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: Conditions of the module "http_strict" were left out: fail_if_body_not_matches_regexp.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: A user name or password stood in its address and was left out: set a header named Authorization by hand.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: Its timeout is 7.5 s there, rounded up to 8 s.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: 1 request header was left out: set it by hand.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: What it sends as a body was left out: set it by hand.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: How it signs in was left out: set a header named Authorization by hand.
    lossy https://api.example/ [http_strict] #/0/scrape_configs/1/static_configs/0/targets/2: Faults of the certificate are ignored there; here they make a check fail.
    dropped db.example [tcp_connect] #/0/scrape_configs/2/static_configs/0/targets/2: The export does not tell its port.
    lossy 9.9.9.9 [zone] #/0/scrape_configs/3/static_configs/1/targets/0: What it expects of the answer (valid_rcodes) was left out.
    lossy [2620:fe::fe]:5353 [zone] #/0/scrape_configs/3/static_configs/1/targets/1: What it expects of the answer (valid_rcodes) was left out.
    lossy mail.example:25 [smtp_banner] #/0/scrape_configs/3/static_configs/2/targets/0: What the module "smtp_banner" says and expects was left out; here the connection counts.
    dropped grpc.example:443 [grpc] #/0/scrape_configs/3/static_configs/3/targets/0: The prober "grpc" has no counterpart here.
    dropped what.example [unheard] #/0/scrape_configs/3/static_configs/4/targets/0: The module "unheard" is unknown: put blackbox.yml behind prometheus.yml and convert again."
  `)
})

test("Prometheus blackbox: a file of targets alone", () => {
  expect(toldOf("blackbox-targets.json")).toMatchInlineSnapshot(`
    "{"name":"https://a.example/","monitor_type":"http","url":"https://a.example/","labels":["env=prod"]}
    {"name":"c.example","monitor_type":"ping","host":"c.example"}
    general: 3 monitors in the export of Prometheus blackbox: 2 in the document, 1 left out.
    lossy https://a.example/ [] #/0/targets/0: The export does not tell its interval; it is checked every minute here.
    dropped b.example:443 [] #/0/targets/1: No module says how it is probed: put it behind the prometheus.yml that reads it.
    lossy c.example [icmp_v4] #/1/targets/0: The export does not tell its interval; it is checked every minute here."
  `)
})
