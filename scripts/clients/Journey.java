// Consent, read and payment with the client that OpenAPI Generator makes for Java's own HTTP client.
import bank.client.ApiClient;
import bank.client.api.AccountsApi;
import bank.client.api.ConsentsApi;
import bank.client.api.PaymentsApi;
import bank.client.model.AccountDetails;
import bank.client.model.AccountReference;
import bank.client.model.Amount;
import bank.client.model.BookingStatus;
import bank.client.model.CurrencyCode;
import bank.client.model.LinkObject;
import bank.client.model.NorwegianDomesticCreditTransfer;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Flow;

/** Arguments: address of the bank, certificate (base64), key (PKCS #8, base64), keyId. */
public final class Journey {
  private static final String REDIRECT = "https://tpp.example/callback";
  private static final String SESSION = UUID.randomUUID().toString();
  private static final String IP = "192.0.2.7";
  private static final List<String> SIGNED =
      List.of("date", "digest", "x-request-id", "psu-id", "psu-corporate-id", "tpp-redirect-uri");
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

  public static void main(String[] args) throws Exception {
    String bank = args[0];
    PrivateKey key =
        KeyFactory.getInstance("RSA")
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(args[2])));
    ApiClient client = new ApiClient();
    URI address = URI.create(bank);
    client.setScheme("http").setHost(address.getHost()).setPort(address.getPort());
    client.setBasePath(address.getPath());
    client.setRequestInterceptor(request -> sign(request, args[1], key, args[3]));

    Map<String, LinkObject> asked =
        new ConsentsApi(client)
            .createBankOfferedConsent(
                id(), REDIRECT, SESSION, null, null, null, null, null, IP, null, null, null, null,
                null, null, null, null, null, null, null, null)
            .getLinks();
    UUID psuId = UUID.fromString(completeSca(bank, asked));

    AccountsApi accounts = new AccountsApi(client);
    AccountDetails account =
        accounts
            .getAccounts(
                id(), REDIRECT, true, SESSION, null, psuId, null, null, null, IP, null, null, null,
                null, null, null, null, null, null, null, null)
            .getAccounts()
            .stream()
            .filter(one -> one.getCurrency() == CurrencyCode.NOK)
            .findFirst()
            .orElseThrow();
    accounts.getTransactions(
        account.getResourceId(), BookingStatus.BOOKED, id(), REDIRECT, null, null, null, null,
        SESSION, null, psuId, null, null, null, IP, null, null, null, null, null, null, null, null,
        null, null, null);

    NorwegianDomesticCreditTransfer body =
        new NorwegianDomesticCreditTransfer()
            .instructedAmount(new Amount().amount("100.00").currency(CurrencyCode.NOK))
            .creditorName("Huseier Hansen")
            .creditorAccount(new AccountReference().bban("86011117947").currency(CurrencyCode.NOK))
            .debtorAccount(
                new AccountReference().iban(account.getIban()).currency(CurrencyCode.NOK));
    PaymentsApi payments = new PaymentsApi(client);
    var made =
        payments.createNorwegianDomesticCreditTransfer(
            id(), REDIRECT, SESSION, IP, "amount-as-string", body, null, null, psuId, null, null,
            null, null, null, null, null, null, null, null, null, null, null, null);
    completeSca(bank, made.getLinks());
    var status =
        payments.getNorwegianDomesticCreditTransferStatus(
            made.getPaymentId(), id(), REDIRECT, SESSION, null, psuId, null, null, null, IP, null,
            null, null, null, null, null, null, null, null, null, null);
    System.out.println(status.getTransactionStatus());
  }

  private static String id() {
    return UUID.randomUUID().toString();
  }

  /** Returns the PSU-ID of the redirect. */
  private static String completeSca(String bank, Map<String, LinkObject> links) throws Exception {
    String href = links.get("scaRedirect").getHref();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(bank + "/_sandbox" + href.substring(href.indexOf("/sca/"))))
            .POST(HttpRequest.BodyPublishers.ofString("{\"nationalId\":\"13039319955\"}"))
            .build();
    String answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    return answer.replaceAll(".*[?&]psu-id=([0-9a-f-]+).*", "$1");
  }

  /** The signing hook: called for every request, before it is sent. */
  private static void sign(
      HttpRequest.Builder builder, String certificate, PrivateKey key, String keyId) {
    try {
      byte[] body = bodyOf(builder.copy().build());
      builder.setHeader("Date", DATE.format(ZonedDateTime.now(ZoneOffset.UTC)));
      if (body.length > 0) {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
        builder.setHeader("Digest", "SHA-256=" + Base64.getEncoder().encodeToString(digest));
      }
      HttpRequest request = builder.copy().build();
      List<String> names = new ArrayList<>();
      List<String> lines = new ArrayList<>();
      for (String name : SIGNED) {
        request.headers().firstValue(name).ifPresent(value -> {
          names.add(name);
          lines.add(name + ": " + value);
        });
      }
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1));
      String value = Base64.getEncoder().encodeToString(signature.sign());
      builder.setHeader("TPP-Signature-Certificate", certificate);
      builder.setHeader(
          "Signature",
          "keyId=\"" + keyId + "\",algorithm=\"rsa-sha256\",headers=\"" + String.join(" ", names)
              + "\",signature=\"" + value + "\"");
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  /** The generated client sends bodies from memory, so they are complete at once. */
  private static byte[] bodyOf(HttpRequest request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    request.bodyPublisher().ifPresent(publisher -> publisher.subscribe(new Flow.Subscriber<>() {
      @Override
      public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
      }

      @Override
      public void onNext(ByteBuffer part) {
        byte[] copy = new byte[part.remaining()];
        part.get(copy);
        bytes.writeBytes(copy);
      }

      @Override
      public void onError(Throwable error) {
        throw new IllegalStateException(error);
      }

      @Override
      public void onComplete() {}
    }));
    return bytes.toByteArray();
  }
}
