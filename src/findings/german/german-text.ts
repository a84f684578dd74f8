import { burnPhrases } from "./german-burns.ts"
import { ownFaultPhrases } from "./german-own-faults.ts"

/**
 * German for the sentences that the prober, SLOs and the on-call schedule write. They are stored in English; names,
 * addresses and what a target said stay as they are. Longer phrases come before their parts.
 */
const phrases: readonly [english: RegExp, german: string][] = [
  // Why somebody is paged.
  [/^(.+) is on call in (.+) until (\S+)\.$/gm, "$1 hat bis $3 Bereitschaft in $2."],
  [/^(.+) is named by the rule\.$/gm, "$1 steht in der Regel."],
  [/^(.+) is a channel that the rule names\.$/gm, "$1 ist ein Kanal der Regel."],
  [/^(.+) belong to the team (.+)\.$/gm, "Team $2: $1."],
  [
    /^Nobody in the policy could be reached, so owners and admins are paged by every channel they have\.$/gm,
    "In der Richtlinie ist niemand erreichbar, daher gehen Meldungen auf allen Kanälen an Inhaber und Admins.",
  ],
  ...burnPhrases,
  // Around a failure.
  [
    /The degraded monitor went offline again, so the offline outage replaces this one\./g,
    "Der beeinträchtigte Monitor fiel wieder aus; der Ausfall ersetzt diese Störung.",
  ],
  [/No reason was recorded\./g, "Kein Grund ist bekannt."],
  [/\bWorks over (.+?) but not over ([^:]+):/g, "Funktioniert über $1, aber nicht über $2:"],
  [/\bAfter (\S+) redirected: /g, "Nach einer Weiterleitung von $1: "],
  [/^Every second (?:connection|ping|query) fails \(/gm, "Jeder zweite Versuch scheitert ("],
  [/^Every third (?:connection|ping|query) fails \(/gm, "Jeder dritte Versuch scheitert ("],
  [/^Most (?:connections|pings|queries) fail \(/gm, "Die meisten Versuche scheitern ("],
  [/^Some (?:connections|pings|queries) fail \(/gm, "Manche Versuche scheitern ("],
  [
    /scheiter(t|n) \((\d+) of the last (\d+)\)\. The last failure: /g,
    "scheiter$1 ($2 der letzten $3). Zuletzt: ",
  ],
  // Assertions.
  [/\(\+(\d+) failed assertions?\)/g, "(+$1 nicht erfüllt)"],
  [/^((?:.*: )?)Got /gm, "$1Erhalten: "],
  [/, expected (every|at most|at least)\b/g, ", erwartet: $1"],
  [/, expected /g, ", erwartet: "],
  [/a certificate valid for (\d+) or more days/g, "ein Zertifikat, das mindestens $1 Tage gilt"],
  [/\b1 day \(expires (\S+)\)/g, "1 Tag (gültig bis $1)"],
  [/(-?\d+) days \(expires (\S+)\)/g, "$1 Tage (gültig bis $2)"],
  [
    /\b1 day for the issuer ("[^"]*") \(expires (\S+)\)/g,
    "1 Tag für den Aussteller $1 (gültig bis $2)",
  ],
  [
    /(-?\d+) days for the issuer ("[^"]*") \(expires (\S+)\)/g,
    "$1 Tage für den Aussteller $2 (gültig bis $3)",
  ],
  [/a response within (\d+ ms)/g, "eine Antwort innerhalb von $1"],
  [/a body that is not JSON: /g, "ein Inhalt, der kein JSON ist: "],
  [/more than (\d+ MiB), with /g, "mehr als $1, mit "],
  [/, one of (\d+) values\)/g, ", einer von $1 Werten)"],
  [/ and (\d+) more(?=(?: \(\+\d+ nicht erfüllt\))?, erwartet)/g, " und $1 weitere"],
  [/an empty body\b/g, "ein leerer Inhalt"],
  [/no certificate\b/g, "kein Zertifikat"],
  [/no such value\b/g, "kein solcher Wert"],
  [/Erhalten: no (\S+) header,/g, "Erhalten: kein Header $1,"],
  [/erwartet: header /g, "erwartet: Header "],
  [/erwartet: the body /g, "erwartet: Inhalt "],
  [/ not to match \//g, " passt nicht zu /"],
  [/ to match \//g, " passt zu /"],
  [/ not to exist\b/g, " fehlt"],
  [/ to exist\b/g, " ist vorhanden"],
  [/ not to contain "/g, ' enthält nicht "'],
  [/ to contain "/g, ' enthält "'],
  [/ not to equal "/g, ' ist nicht gleich "'],
  [/ to equal "/g, ' ist gleich "'],
  [/ to be less than /g, " ist kleiner als "],
  [/ to be greater than /g, " ist größer als "],
  // Telemetry.
  [/^The telemetry condition was not met\./gm, "Die Bedingung für Telemetrie war nicht erfüllt."],
  [/Erhalten: more than /g, "Erhalten: mehr als "],
  [/Erhalten: less than /g, "Erhalten: weniger als "],
  [/Erhalten: 1 log record\b/g, "Erhalten: 1 Logeintrag"],
  [/Erhalten: 1 new log message\b/g, "Erhalten: 1 neue Logmeldung"],
  [/Erhalten: 1 data point\b/g, "Erhalten: 1 Datenpunkt"],
  [/Erhalten: ([\d.,]+) log records?/g, "Erhalten: $1 Logeinträge"],
  [/Erhalten: ([\d.,]+) new log messages?/g, "Erhalten: $1 neue Logmeldungen"],
  [/Erhalten: (\D*[\d.,]+) % errors/g, "Erhalten: $1 % Fehler"],
  [/Erhalten: ([\d.,]+) data points?/g, "Erhalten: $1 Datenpunkte"],
  [/ of (\S+)( for .+?)? in (\d+) min, erwartet/g, " von $1$2 in $3 min, erwartet"],
  [/ for (.+?) in (\d+) min, erwartet/g, " für $1 in $2 min, erwartet"],
  [/, in (\d+) of (\d+) windows/g, ", in $1 von $2 Zeitfenstern"],
  [/\((\d+) are a failure\)/g, "($1 gelten als Ausfall)"],
  [/\. First: /g, ". Beispiel: "],
  [/erwartet: at most /g, "erwartet: höchstens "],
  [/erwartet: at least /g, "erwartet: mindestens "],
  // Heartbeats.
  [/No ping for ([^;]+); expected every/g, "Kein Ping seit $1; erwartet alle"],
  [
    /The job started (.+?) ago and has not finished; expected every/g,
    "Der Job begann vor $1 und ist nicht fertig; erwartet alle",
  ],
  [
    /The job reported a failure (.+?) ago\. It said: /g,
    "Der Job meldete vor $1 einen Fehler und dazu: ",
  ],
  [/The job reported a failure (.+?) ago\./g, "Der Job meldete vor $1 einen Fehler."],
  [/ with (\d+ min) of grace\./g, " mit $1 Karenz."],
  [/ Failure (\d+) of (\d+)\.$/gm, " Fehler $1 von $2."],
  // Connections.
  [/ refused the connection\b/g, " lehnt die Verbindung ab"],
  [/ reset the connection\b/g, " hat die Verbindung zurückgesetzt"],
  [/ cannot be reached\b/g, " ist nicht erreichbar"],
  [/this machine has no IPv6/g, "diese Maschine hat kein IPv6"],
  [/ did not answer (\d+) echoes within /g, " antwortet nicht auf $1 Pings innerhalb von "],
  [/ did not answer\b/g, " antwortet nicht"],
  [/ within ([\d.]+ s)\b/g, " innerhalb von $1"],
  [/The target is unreachable: /g, "Das Ziel ist nicht erreichbar: "],
  [/time to live exceeded in transit/g, "TTL unterwegs abgelaufen"],
  [/network unreachable/g, "Netz nicht erreichbar"],
  [/(?:host|address|destination) unreachable/g, "Rechner nicht erreichbar"],
  [/prohibited by a filter/g, "von einem Filter verboten"],
  [/no route\./g, "keine Route."],
  // Names.
  [
    /The name (\S+) does not exist \((.+?) returned NXDOMAIN\)\./g,
    "Den Namen $1 gibt es nicht ($2 meldet NXDOMAIN).",
  ],
  [/The name (\S+) does not exist \(NXDOMAIN\)\./g, "Den Namen $1 gibt es nicht (NXDOMAIN)."],
  [
    /The name (\S+) exists but has no A or AAAA record\./g,
    "Der Name $1 hat weder A- noch AAAA-Eintrag.",
  ],
  [
    /(\S+), an alias of (\S+), has no (\w+) record \(according to (.+?)\)\./g,
    "$1, ein Alias von $2, hat keinen Eintrag $3 (laut $4).",
  ],
  [/(\S+) has no (\w+) record \(according to (.+?)\)\./g, "$1 hat keinen Eintrag $2 (laut $3)."],
  [
    /Expected (\S+) to have the (\w+) records? (.+?), got (.+)\./g,
    "Erwartet: $1 hat $2 $3. Erhalten: $4.",
  ],
  [
    /No name server returned the (\w+) records of (\S+) (?:within|innerhalb von) ([\d.]+ m?s): /g,
    "Kein Nameserver lieferte innerhalb von $3 die Einträge $1 von $2: ",
  ],
  [/none was queried\./g, "keiner wurde gefragt."],
  [
    / lehnt die Verbindung ab: nothing listens on that port/g,
    " lehnt die Verbindung ab: Auf dem Port antwortet nichts",
  ],
  [/ could not be queried \((\w+)\)/g, " ließ sich nicht fragen ($1)"],
  [/ could not be resolved before the timeout: /g, " ließ sich nicht rechtzeitig auflösen: "],
  [/ could not be resolved: /g, " ließ sich nicht auflösen: "],
  [/the name server returned SERVFAIL/g, "der Nameserver meldet SERVFAIL"],
  [/the name server refused the query/g, "der Nameserver lehnt die Anfrage ab"],
  [/the name server antwortet nicht in time/g, "der Nameserver antwortet nicht rechtzeitig"],
  [/the name server's answer was malformed/g, "die Antwort des Nameservers ist fehlerhaft"],
  [/the name server could not parse the query/g, "der Nameserver versteht die Anfrage nicht"],
  [/the name server does not support the query/g, "der Nameserver unterstützt die Anfrage nicht"],
  [/ Resolving the name took ([\d.]+ s)\./g, " Das Auflösen des Namens dauerte $1."],
  [/no name server could be reached/g, "kein Nameserver ist erreichbar"],
  // HTTP.
  [
    /No response was received ([\d.]+ s) after the request\./g,
    "Keine Antwort $1 nach der Anfrage.",
  ],
  [
    /The response head was incomplete ([\d.]+ s) after the request\./g,
    "Der Kopf der Antwort war $1 nach der Anfrage unvollständig.",
  ],
  [
    /The response body was incomplete \((\d+) bytes\) ([\d.]+ s) after the request\./g,
    "Der Inhalt der Antwort war $2 nach der Anfrage unvollständig ($1 Byte).",
  ],
  [
    /The server closed the connection without a response\./g,
    "Der Server schloss die Verbindung ohne Antwort.",
  ],
  [
    /The connection closed in the middle of the response head\./g,
    "Die Verbindung endete mitten im Kopf der Antwort.",
  ],
  [
    /The response body \(status (\d+)\) was cut off after (\d+)(?: of (\d+))? bytes\./g,
    "Der Inhalt der Antwort (Status $1) bricht nach $2 Byte ab.",
  ],
  [
    /This port uses TLS\. Use https:\/\/ instead of http:\/\/\./g,
    "Dieser Port verwendet TLS: https:// statt http://.",
  ],
  // Redirects.
  [
    /The redirects loop, back to (\S+)\./g,
    "Die Weiterleitungen drehen sich im Kreis, zurück zu $1.",
  ],
  [
    /Erhalten: status (\d+) without a Location header\./g,
    "Status $1 ohne Header Location erhalten.",
  ],
  [
    /More than (\d+) redirects?; the last one was at (\S+)\./g,
    "Mehr als $1 Weiterleitungen, zuletzt bei $2.",
  ],
  [/ redirects to ("[^"]*"), which is not a URL\./g, " leitet zu $1 weiter; das ist keine URL."],
  [
    / redirects to ("[^"]*"), which has the scheme (\S+) instead of http: or https:\./g,
    " leitet zu $1 weiter; das Schema $2 ist weder http: noch https:.",
  ],
  [
    /Only interim responses \(1xx\) were received ([\d.]+ s) after the request\./g,
    "Nur vorläufige Antworten (1xx) $1 nach der Anfrage.",
  ],
  [
    /The server sent more than (\d+) interim responses \(1xx\)\./g,
    "Der Server schickt mehr als $1 vorläufige Antworten (1xx).",
  ],
  [
    /The server switched protocols \(101\) without being asked to\./g,
    "Der Server wechselt ungefragt das Protokoll (101).",
  ],
  [
    /The response head is larger than the limit of (\d+ KiB)\./g,
    "Der Kopf der Antwort ist größer als $1.",
  ],
  [/The server speaks only HTTP\/2\./g, "Der Server spricht nur HTTP/2."],
  [/The HTTP\/2 stream ended with (\w+)\./g, "Der Datenstrom (HTTP/2) endete mit $1."],
  [/The response is not valid HTTP\/2 \((\w+)\)\./g, "Die Antwort ist kein gültiges HTTP/2 ($1)."],
  [
    /The response is not valid HTTP \((\w+)\)\. It starts with (".*")\./g,
    "Die Antwort ist kein gültiges HTTP ($1). Sie beginnt mit $2.",
  ],
  [
    /The response body ends in the middle of its Content-Encoding ("[^"]*"), after (\d+) decoded bytes\./g,
    "Der Inhalt der Antwort endet mitten in Content-Encoding $1, nach $2 Byte.",
  ],
  [
    /The response body does not match its Content-Encoding (".*")\./g,
    "Der Inhalt der Antwort passt nicht zu Content-Encoding $1.",
  ],
  // TLS.
  [/The TLS handshake with (\S+) /g, "Der TLS-Handshake mit $1 "],
  [/The TLS connection failed: /g, "Die TLS-Verbindung scheiterte: "],
  [/ did not finish\b/g, " endete nicht"],
  [/ failed: /g, " scheiterte: "],
  [/the server closed the connection/g, "der Server schloss die Verbindung"],
  [/the connection died/g, "die Verbindung brach ab"],
  [
    /the port does not use TLS; it may need http:\/\/ instead of https:\/\//g,
    "der Port verwendet kein TLS; vielleicht http:// statt https://",
  ],
  [
    /the server does not support TLS 1\.2 or later/g,
    "der Server unterstützt weder TLS 1.2 noch neuere Versionen",
  ],
  [/the server does not know this server name/g, "der Server kennt diesen Servernamen nicht"],
  [
    /the server supports neither HTTP\/1\.1 nor HTTP\/2/g,
    "der Server unterstützt weder HTTP/1.1 noch HTTP/2",
  ],
  [
    /the server refused it \(no common cipher, or it requires a client certificate\)/g,
    "der Server lehnt ihn ab (keine gemeinsame Verschlüsselung, oder er verlangt ein Client-Zertifikat)",
  ],
  [/the server requires a client certificate/g, "der Server verlangt ein Client-Zertifikat"],
  [/The certificate expired at (\S+)\./g, "Das Zertifikat ist am $1 abgelaufen."],
  [
    /The certificate of the issuer ("[^"]*") expired at (\S+)\./g,
    "Das Zertifikat des Ausstellers $1 ist am $2 abgelaufen.",
  ],
  [
    /A certificate in the chain, not the server's own, has expired\./g,
    "Ein Zertifikat der Kette, nicht das des Servers, ist abgelaufen.",
  ],
  [/The certificate is not valid before (\S+)\./g, "Das Zertifikat gilt erst ab $1."],
  [/The certificate is self-signed\./g, "Das Zertifikat ist selbst signiert."],
  [
    /The chain ends in a self-signed certificate that is not trusted\./g,
    "Die Kette endet in einem selbst signierten Zertifikat, dem nicht vertraut wird.",
  ],
  [
    /The chain is incomplete: the server did not send the certificate of the issuer "(.+?)", and it is not a trusted authority\./g,
    'Die Kette ist unvollständig: Der Server schickt das Zertifikat des Ausstellers "$1" nicht, und ihm wird nicht vertraut.',
  ],
  [
    /The chain is incomplete, or ends at an authority that is not trusted\./g,
    "Die Kette ist unvollständig oder endet bei einer Stelle, der nicht vertraut wird.",
  ],
  [/The certificate's signature is wrong\./g, "Die Signatur des Zertifikats ist falsch."],
  [/The certificate is not valid for servers\./g, "Das Zertifikat gilt nicht für Server."],
  [/The certificate is too weak \((\w+)\)\./g, "Das Zertifikat ist zu schwach ($1)."],
  [/The certificate was revoked\./g, "Das Zertifikat wurde widerrufen."],
  [/The certificate is not trusted \((\w+)\)\./g, "Dem Zertifikat wird nicht vertraut ($1)."],
  [
    /The certificate is for (.+?)(?: and (\d+) more)?, not for (\S+)\./g,
    "Das Zertifikat gilt für $1, nicht für $3.",
  ],
  [/\bno data\b/g, "keine Daten"],
]

const all = [...ownFaultPhrases, ...phrases]

/** Sentences that are not known stay in English. */
export const germanText = (text: string): string =>
  all.reduce((said, [english, german]) => said.replaceAll(english, german), text)
