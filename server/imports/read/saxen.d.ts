declare module 'saxen' {
  type Decode = (text: string) => string
  export class Parser {
    on(
      hook: 'openTag',
      handler: (
        name: string,
        attributes: () => Record<string, string>,
        decode: Decode,
        selfClosing: boolean,
      ) => void,
    ): this
    on(hook: 'closeTag', handler: (name: string) => void): this
    on(hook: 'text', handler: (text: string, decode: Decode) => void): this
    on(hook: 'cdata', handler: (text: string) => void): this
    on(hook: 'attention', handler: (text: string) => void): this
    on(hook: 'error', handler: (error: Error) => void): this
    parse(xml: string): void
    stop(): void
  }
}
