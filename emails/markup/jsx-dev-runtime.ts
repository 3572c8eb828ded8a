/** What the compiler of development asks for. */
export * from './jsx-runtime.ts'
