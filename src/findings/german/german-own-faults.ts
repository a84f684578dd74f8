/**
 * German for what the prober says about itself: its own network, refusals and errors, which are never failures of the
 * target. Applied before the phrases about targets, which would translate parts of these.
 */
export const ownFaultPhrases: readonly [english: RegExp, german: string][] = [
  // Our own network.
  [
    /Nothing proves that pings can reach us\. Check your own network first\./g,
    "Nichts belegt, dass Pings uns erreichen. Prüfen Sie zuerst Ihr eigenes Netz.",
  ],
  [/^No check ran\.$/g, "Es lief keine Prüfung."],
  [
    /Inconclusive: our name servers were not reachable the whole time\./g,
    "Nicht eindeutig: Unsere Nameserver waren nicht durchgehend erreichbar.",
  ],
  [
    /Inconclusive: our egress anchors were not reachable the whole time\./g,
    "Nicht eindeutig: Unsere Vergleichsadressen waren nicht durchgehend erreichbar.",
  ],
  [
    /Inconclusive: none of our (\d+) name servers answered\./g,
    "Nicht eindeutig: Keiner unserer Nameserver ($1) antwortet.",
  ],
  [
    /Inconclusive: EGRESS_ANCHORS has no (?:(IPv[46]) )?anchor to verify our own network\./g,
    "Nicht eindeutig: In EGRESS_ANCHORS fehlt eine Adresse ($1), die unser eigenes Netz prüft.",
  ],
  [/ \(\), die unser eigenes Netz prüft/g, ", die unser eigenes Netz prüft"],
  [
    /Inconclusive: none of (\d+) (IPv[46]) egress anchors answered either/g,
    "Nicht eindeutig: Auch von $1 Vergleichsadressen über $2 antwortet keine",
  ],
  [
    /Inconclusive: none of (\d+) egress anchors answered either/g,
    "Nicht eindeutig: Auch von $1 Vergleichsadressen antwortet keine",
  ],
  [/; this machine may have no IPv6\b/g, "; vielleicht hat diese Maschine kein IPv6"],
  [
    /Inconclusive: our egress anchors did not reply to (IPv[46]) pings the whole time\./g,
    "Nicht eindeutig: Unsere Vergleichsadressen antworten nicht durchgehend auf Pings über $1.",
  ],
  [
    /Inconclusive: none of (\d+) egress anchors replied to (IPv[46]) pings either, so our own network may drop ICMP\./g,
    "Nicht eindeutig: Auch von $1 Vergleichsadressen antwortet keine auf Pings über $2; vielleicht verwirft unser eigenes Netz ICMP.",
  ],
  [
    /Inconclusive: the interface to this network was down\./g,
    "Nicht eindeutig: Die Schnittstelle zu diesem Netz war nicht aktiv.",
  ],
  [
    /Inconclusive: no other host on this network answered the whole time\./g,
    "Nicht eindeutig: Kein anderer Host in diesem Netz antwortet durchgehend.",
  ],
  [
    /Inconclusive: no (IPv[46]) egress anchor could be verified, so our own network may drop or answer connections itself\./g,
    "Nicht eindeutig: Keine Vergleichsadresse über $1 ließ sich verifizieren; vielleicht verwirft oder beantwortet unser eigenes Netz Verbindungen selbst.",
  ],
  [
    /Inconclusive: something in our own network answers in place of the (IPv[46]) egress anchors, such as a portal or a proxy\./g,
    "Nicht eindeutig: In unserem eigenen Netz antwortet etwas anstelle der Vergleichsadressen über $1, etwa ein Portal oder ein Proxy.",
  ],
  [
    /Inconclusive: a portal or a proxy in our own network answers plain HTTP in place of the servers\./g,
    "Nicht eindeutig: In unserem eigenen Netz beantwortet ein Portal oder ein Proxy unverschlüsseltes HTTP anstelle der Server.",
  ],
  [
    /Inconclusive: TLS over (IPv[46]) is inspected by ("[^"]*"): add its CA to NODE_EXTRA_CA_CERTS\./g,
    "Nicht eindeutig: TLS über $1 wird von $2 aufgebrochen. Tragen Sie dessen CA in NODE_EXTRA_CA_CERTS ein.",
  ],
  [
    /Inconclusive: the certificates of all egress anchors are out of date, so our own clock is wrong\./g,
    "Nicht eindeutig: Die Zertifikate aller Vergleichsadressen sind gerade ungültig; unsere eigene Uhr geht also falsch.",
  ],
  [
    /Inconclusive: our name servers \(([^)]*)\) do not answer what every name server knows\./g,
    "Nicht eindeutig: Unsere Nameserver ($1) beantworten nicht, was jeder Nameserver weiß.",
  ],
  [
    /Inconclusive: our name servers \(([^)]*)\) give false answers\./g,
    "Nicht eindeutig: Unsere Nameserver ($1) geben falsche Antworten.",
  ],
  [/\bThe check itself succeeded\./g, "Die Prüfung selbst war erfolgreich."],
  [/\bThe check itself: /g, "Die Prüfung selbst: "],
  [/(?<=\bover |\()another address\b/g, "eine andere Adresse"],
  // The prober.
  [
    /This prober was stalled during (\d+) attempts in a row, so their results cannot be trusted\./g,
    "Der Prober stand bei $1 Versuchen hintereinander still; ihre Ergebnisse sind nicht verlässlich.",
  ],
  [
    /This prober was too busy during (\d+) attempts in a row, so their results cannot be trusted\./g,
    "Der Prober war bei $1 Versuchen hintereinander überlastet; ihre Ergebnisse sind nicht verlässlich.",
  ],
  [/The prober did not finish by its deadline\./g, "Der Prober wurde nicht rechtzeitig fertig."],
  [/The prober failed: /g, "Fehler im Prober: "],
  [/The check is over\./g, "Die Prüfung ist beendet."],
  [
    /\bcould not be tried: this machine returned /g,
    "ließ sich nicht prüfen: Diese Maschine meldet ",
  ],
  [/No reason was given\./g, "Kein Grund ist bekannt."],
  [
    /This prober was reading other large responses until the timeout, so the rest of this one was not read\./g,
    "Der Prober las bis zum Zeitlimit andere große Antworten; der Rest dieser wurde nicht gelesen.",
  ],
  [
    /The response body could not be evaluated before the timeout\./g,
    "Der große Inhalt ließ sich nicht vor dem Zeitlimit auswerten.",
  ],
  [
    /The response body could not be evaluated: /g,
    "Der Inhalt der Antwort ließ sich nicht auswerten: ",
  ],
  [/\bits thread ended\./g, "der Thread endete."],
  // Responses that were not read to their end.
  [/\bNot known: expected /g, "Nicht bekannt, erwartet: "],
  [
    /, but only the first (\d+ MiB) of the response body were read/g,
    "; nur die ersten $1 des Inhalts wurden gelesen",
  ],
  [/, but the path selects more than (\d+) values/g, "; der Pfad wählt mehr als $1 Werte aus"],
  // Settings of a monitor.
  [/("[^"]*") is not a number to compare with\./g, "$1 ist keine Zahl, mit der man vergleicht."],
  [
    /The URL must start with http:\/\/ or https:\/\/\./g,
    "Die URL muss mit http:// oder https:// beginnen.",
  ],
  [/The request cannot be sent: /g, "Die Anfrage lässt sich nicht senden: "],
  [
    /The pattern (.+) took longer than (\d+ ms)\. Simplify it\./g,
    "Das Muster $1 braucht länger als $2. Vereinfachen Sie es.",
  ],
  [
    /The JSON path (.+) took longer than (\d+ ms)\. Simplify it\./g,
    "Der JSON-Pfad $1 braucht länger als $2. Vereinfachen Sie ihn.",
  ],
  [/The pattern (.+) is not valid: (?:it failed$)?/gm, "Das Muster $1 ist ungültig: "],
  [/The JSON path (.+) is not valid: (?:it failed$)?/gm, "Der JSON-Pfad $1 ist ungültig: "],
  [
    /("[^"]*") has a zone id; write the address without it\./g,
    "$1 hat eine Zonen-ID; schreiben Sie die Adresse ohne sie.",
  ],
  [
    /("[^"]*") is neither a host name nor an address\./g,
    "$1 ist weder ein Hostname noch eine Adresse.",
  ],
  [/("[^"]*") is not a valid DNS name\./g, "$1 ist kein gültiger DNS-Name."],
  // Name servers.
  [
    /No name server is configured to resolve (\S+)\./g,
    "Kein Nameserver ist eingestellt, um $1 aufzulösen.",
  ],
  [
    /No name server is configured\. Set one in RESOLVERS\./g,
    "Kein Nameserver ist eingestellt. Tragen Sie einen in RESOLVERS ein.",
  ],
  [
    /The resolver ("[^"]*") is not an address\. Write it as (\S+), (\S+) or (\S+)\./g,
    "Der Resolver $1 ist keine Adresse. Schreiben Sie ihn als $2, $3 oder $4.",
  ],
  [/The resolver is not allowed: /g, "Der Resolver ist nicht erlaubt: "],
  [/the look-up failed with (?:no code|(\w+))/g, "die Abfrage scheiterte ($1)"],
  [/die Abfrage scheiterte \(\)/g, "die Abfrage scheiterte"],
  [/\bsent nothing but /g, "schickte nur "],
  [/\bsent nothing over TCP\b/g, "schickte nichts über TCP"],
  [/\bsent (\d+) of an unknown number of bytes over TCP/g, "schickte erst $1 Byte über TCP"],
  [/\bsent (\d+) of (\d+) bytes over TCP/g, "schickte $1 von $2 Byte über TCP"],
  [/\bsent (?=an? (?:truncated|malformed|packet|question|answer)\b)/g, "schickte "],
  [/\bdid not answer over TCP\b/g, "antwortet nicht über TCP"],
  [/\ba packet of (\d+) bytes/g, "ein Paket mit $1 Byte"],
  [/\ban answer with another id\b/g, "eine Antwort mit anderer ID"],
  [/\ba question instead of an answer\b/g, "eine Frage statt einer Antwort"],
  [/\ban answer to another question\b/g, "eine Antwort auf eine andere Frage"],
  [/\ba malformed answer\b/g, "eine fehlerhafte Antwort"],
  [/ after a truncated answer over UDP\b/g, " nach einer abgeschnittenen Antwort über UDP"],
  [/\ba truncated answer\b/g, "eine abgeschnittene Antwort"],
  [/(?<=schickte .+)\bover TCP\b/g, "über TCP"],
  [/ and closed the connection\b/g, " und schloss die Verbindung"],
  // Addresses that the installation does not connect to.
  [/Connected to another address: /g, "Mit einer anderen Adresse verbunden: "],
  [/… \((\d+) in total\)/g, "… (insgesamt $1)"],
  [/(\S+) resolves to (\S+); /g, "$1 zeigt auf $2; "],
  [/\bis an address of this network\b/g, "ist eine Adresse dieses Netzes"],
  [/\bis a private address\b/g, "ist eine private Adresse"],
  [/\bis a carrier-grade NAT address\b/g, "ist eine Adresse für Carrier-Grade-NAT"],
  [/\bis a loopback address\b/g, "ist eine Loopback-Adresse"],
  [/\bis a unique local address\b/g, "ist eine Unique-Local-Adresse"],
  [/\bis an address reserved for protocols\b/g, "ist eine für Protokolle reservierte Adresse"],
  [
    /\bis an address reserved for documentation\b/g,
    "ist eine für Dokumentation reservierte Adresse",
  ],
  [/\bis an address reserved for benchmarks\b/g, "ist eine für Messungen reservierte Adresse"],
  [/\bis an AS112 address\b/g, "ist eine Adresse für AS112"],
  [/\bis an AMT relay address\b/g, "ist eine Adresse für AMT-Relays"],
  [/\bis a 6to4 relay address\b/g, "ist eine Adresse für 6to4-Relays"],
  [
    /\bis a 6to4 address, which embeds an IPv4 address\b/g,
    "ist eine 6to4-Adresse, die eine IPv4-Adresse enthält",
  ],
  [/\bis a multicast address\b/g, "ist eine Multicast-Adresse"],
  [/\bis a reserved address\b/g, "ist eine reservierte Adresse"],
  [
    /\bis a link-local or cloud metadata address\b/g,
    "ist eine Adresse für Link-Local oder Metadaten der Cloud",
  ],
  [/ has a zone id\b/g, " hat eine Zonen-ID"],
  [/("[^"]*") is not an IP address\b/g, "$1 ist keine IP-Adresse"],
  [/ is not a global IPv6 address\b/g, " ist keine globale IPv6-Adresse"],
  [/ is an internal name\b/g, " ist ein interner Name"],
  [/No setting allows it\./g, "Keine Einstellung erlaubt das."],
  [
    /To allow it, add its range to (\w+) on the server\./g,
    "Um das zu erlauben, tragen Sie den Adressbereich auf dem Server in $1 ein.",
  ],
  // Pings.
  [/Could not send the ping: /g, "Der Ping ließ sich nicht senden: "],
  [/the echo could not be sent \((.+?)\)/g, "Fehler beim Senden ($1)"],
  [/65,536 echoes are in flight/g, "65.536 Pings sind unterwegs"],
  [
    /no ICMP reply ever reached this process, not even over loopback: check the firewall and sysctl (\S+)/g,
    "keine ICMP-Antwort erreicht diesen Prozess, auch nicht über Loopback: Prüfen Sie die Firewall und sysctl $1",
  ],
  [
    /ICMP is not allowed here: set sysctl (.+?), or grant CAP_NET_RAW, or install ping \(iputils-ping\) or fping/g,
    "ICMP ist hier nicht erlaubt: Setzen Sie sysctl $1, gewähren Sie CAP_NET_RAW oder installieren Sie ping (iputils-ping) oder fping",
  ],
  [/ \(the system returned (.+?)\)/g, " (das System meldet $1)"],
  [
    /(\d+) ping processes were already running, and none ended in time/g,
    "$1 Prozesse von ping liefen schon, und keiner endete rechtzeitig",
  ],
  [/ could not be started \(/g, " ließ sich nicht starten ("],
  [/ exited with (?:a signal|(-?\d+)): /g, " endete mit $1: "],
  [/ endete mit : /g, " endete durch ein Signal: "],
  // Telemetry.
  [/This prober cannot read telemetry\./g, "Dieser Prober kann keine Telemetrie lesen."],
  [
    /Skipped: The telemetry store did not answer until a minute ago\./g,
    "Übersprungen: Der Telemetrie-Speicher antwortet erst seit weniger als einer Minute.",
  ],
  [
    /Skipped: The telemetry store did not answer in time\./g,
    "Übersprungen: Der Telemetrie-Speicher antwortet nicht rechtzeitig.",
  ],
  [
    /Skipped: The query reads too much: add a service or shorten the windows\./g,
    "Übersprungen: Die Abfrage liest zu viel. Nennen Sie einen Dienst oder verkürzen Sie die Zeitfenster.",
  ],
  [
    /Skipped: The telemetry store is not running: it starts with the first data\./g,
    "Übersprungen: Der Telemetrie-Speicher läuft nicht; er startet mit den ersten Daten.",
  ],
  [
    /Skipped: The telemetry store does not answer\. Try again in a few seconds\./g,
    "Übersprungen: Der Telemetrie-Speicher antwortet nicht.",
  ],
  [/\bSkipped: no data\b/g, "Übersprungen: keine Daten"],
  [/\bSkipped: /g, "Übersprungen: "],
  [/(?<=Übersprungen: keine Daten) of (\S+)/g, " von $1"],
  [/(?<=Übersprungen: keine Daten.*) matched in the last (\d+ min)\./g, " in den letzten $1."],
  [
    /(?<=Übersprungen: keine Daten.*) matched (.+) in the last (\d+ min)\./g,
    " zu $1 in den letzten $2.",
  ],
  // Senders that may not have reached us.
  [
    /A ping is due, but nothing has proved since (.+? UTC) that pings can reach us, so this time does not count\./g,
    "Ein Ping ist fällig, aber seit $1 belegt nichts, dass Pings uns erreichen; diese Zeit zählt nicht.",
  ],
  [
    /The ping due at (.+? UTC) may have been lost: nothing proved from (.+? UTC) to (.+? UTC) that pings can reach us\. The next is due at (.+? UTC)\./g,
    "Der um $1 fällige Ping ging vielleicht verloren: Von $2 bis $3 belegte nichts, dass Pings uns erreichen. Der nächste ist um $4 fällig.",
  ],
  [
    /A ping is due, but nothing has proved yet that pings can reach us, so this time does not count\./g,
    "Ein Ping ist fällig, aber noch belegt nichts, dass Pings uns erreichen; diese Zeit zählt nicht.",
  ],
  [
    /Too little telemetry came, but nothing proved yet that senders can reach us, so it does not count\./g,
    "Zu wenig Telemetrie kam an, aber noch belegt nichts, dass Sender uns erreichen; das zählt nicht.",
  ],
  [
    /Too little telemetry came, but nothing proved from (.+? UTC) to (.+? UTC) that senders can reach us, so it does not count\./g,
    "Zu wenig Telemetrie kam an, aber von $1 bis $2 belegte nichts, dass Sender uns erreichen; das zählt nicht.",
  ],
  [
    /Too little telemetry came, but nothing proved since (.+? UTC) that senders can reach us, so it does not count\./g,
    "Zu wenig Telemetrie kam an, aber seit $1 belegt nichts, dass Sender uns erreichen; das zählt nicht.",
  ],
]
