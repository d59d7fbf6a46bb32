# For machines that are not Debian:
#
#   docker build -t teeko . && docker run -it -v "$PWD/out:/teeko/out" teeko
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git
WORKDIR /teeko
COPY . .
RUN ./bazelw --yes build //:pipeline
ENTRYPOINT ["./bazelw", "run"]
CMD ["//:pipeline"]
