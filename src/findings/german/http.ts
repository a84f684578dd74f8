import type { httpCodes } from "../codes/http.ts"
import type { WordsOf } from "../words.ts"

export const http: WordsOf<typeof httpCodes> = {
  no_response: ({ afterMs }, { seconds }) => `Keine Antwort ${seconds(afterMs)} nach der Anfrage.`,
  head_incomplete: ({ afterMs }, { seconds }) =>
    `Der Kopf der Antwort war ${seconds(afterMs)} nach der Anfrage unvollständig.`,
  body_incomplete: ({ bytes, afterMs }, { seconds }) =>
    `Der Inhalt der Antwort war ${seconds(afterMs)} nach der Anfrage unvollständig (${bytes} Byte).`,
  only_interim_responses: ({ afterMs }, { seconds }) =>
    `Nur vorläufige Antworten (1xx) ${seconds(afterMs)} nach der Anfrage.`,
  too_many_interim_responses: ({ most }) =>
    `Der Server schickt mehr als ${most} vorläufige Antworten (1xx).`,
  closed_without_response: () => "Der Server schloss die Verbindung ohne Antwort.",
  closed_within_head: () => "Die Verbindung endete mitten im Kopf der Antwort.",
  body_cut_off: ({ status, bytes, of }) =>
    `Der Inhalt der Antwort (Status ${status}) bricht nach ${bytes}${of === null ? "" : ` von ${of}`} Byte ab.`,
  port_uses_tls: () => "Dieser Port verwendet TLS: https:// statt http://.",
  only_http2: () => "Der Server spricht nur HTTP/2.",
  http2_stream_ended: ({ errorCode }) => `Der Datenstrom (HTTP/2) endete mit ${errorCode}.`,
  not_http2: ({ errorCode }) => `Die Antwort ist kein gültiges HTTP/2 (${errorCode}).`,
  not_http: ({ errorCode, begin }) =>
    `Die Antwort ist kein gültiges HTTP (${errorCode}). Sie beginnt mit "${begin}".`,
  head_too_large: () => "Der Kopf der Antwort ist größer als 64 KiB.",
  protocol_switched: () => "Der Server wechselt ungefragt das Protokoll (101).",
  encoding_cut_off: ({ encoding, bytes }) =>
    `Der Inhalt der Antwort endet mitten in Content-Encoding "${encoding}", nach ${bytes} Byte.`,
  encoding_mismatched: ({ encoding }) =>
    `Der Inhalt der Antwort passt nicht zu Content-Encoding "${encoding}".`,
  request_not_sent: ({ error }) => `Die Anfrage lässt sich nicht senden: ${error}.`,
  url_without_http: () => "Die URL muss mit http:// oder https:// beginnen.",
  redirect_loop: ({ url }) => `Die Weiterleitungen drehen sich im Kreis, zurück zu ${url}.`,
  redirect_without_location: ({ status }) => `Status ${status} ohne Header Location erhalten.`,
  too_many_redirects: ({ most, url }, { count }) =>
    `Mehr als ${count(most, "Weiterleitung", "Weiterleitungen")}, zuletzt bei ${url}.`,
  redirect_to_no_url: ({ from, to }) => `${from} leitet zu "${to}" weiter; das ist keine URL.`,
  redirect_to_other_scheme: ({ from, to, scheme }) =>
    `${from} leitet zu "${to}" weiter; das Schema ${scheme} ist weder http: noch https:.`,
  after_redirect: ({ from, cause }, { say }) =>
    `Nach einer Weiterleitung von ${from}: ${say(cause)}`,
}
