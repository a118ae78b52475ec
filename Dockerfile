# An image that holds the static binary and nothing else. Build the binary first:
#   scripts/release && docker build -t fivetwelve .
#   docker run --rm -v "$PWD:/work" fivetwelve run prog.asm
FROM scratch
COPY dist/fivetwelve /fivetwelve
WORKDIR /work
ENTRYPOINT ["/fivetwelve"]
