/** The part of web-push that we use: it encrypts (RFC 8291) and signs (RFC 8292). The library comes without types. */
declare module 'web-push' {
  interface RequestDetails {
    headers: Record<string, string | number>
    body: Buffer
  }
  interface Options {
    headers: Record<string, string>
    /** In seconds. */
    TTL: number
    urgency: 'very-low' | 'low' | 'normal' | 'high'
  }
  const webPush: {
    /** @throws Error when our own keys, or whom services may ask, cannot be used. */
    getVapidHeaders(
      audience: string,
      subject: string,
      publicKey: string,
      privateKey: string,
      contentEncoding: 'aes128gcm',
    ): Record<string, string>
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: Options,
    ): RequestDetails
  }
  export default webPush
}
