//! The one user of reqwest: a POST, within what is left of the time.

use std::{error::Error as _, time::Duration};

use reqwest::{Client, NoProxy, Response, redirect::Policy};
use rustls::crypto::ring;
use tokio::runtime::{Builder, Runtime};

use super::{
    super::{Failure, MAX_BYTES, Reason, proxy::Proxy, retry::Headers},
    Answer, Broken,
};

/// A client, made when it is first needed: reading the certificates of the system takes time.
pub(in crate::llm) struct Http {
    client: Client,
    runtime: Runtime,
}

impl Http {
    /// A client for one URL.
    pub(in crate::llm) fn new(url: &str, proxy: Option<&Proxy>) -> Result<Self, Failure> {
        let failed = |what: &str| Reason::Http.because(format!("{what} cannot be made ready"));
        // Somebody may have chosen one before us; any will do.
        let _ = ring::default_provider().install_default();
        let mut builder = Client::builder()
            .user_agent(concat!("mem/", env!("CARGO_PKG_VERSION")))
            // The key and the prompt go where the person said, and nowhere else.
            .redirect(Policy::none())
            .referer(false)
            .no_proxy();
        if url.starts_with("http://") {
            builder = builder.tls_certs_only([]);
        }
        if let Some(Proxy { url, except }) = proxy {
            let proxy = reqwest::Proxy::all(url).map_err(|_| failed("the proxy"))?;
            builder = builder.proxy(proxy.no_proxy(NoProxy::from_string(except)));
        }
        let client = builder.build().map_err(|_| failed("the connection"))?;
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|_| failed("the connection"))?;
        Ok(Self { client, runtime })
    }

    /// Sends, and reads the answer, all of it within `left`.
    pub(in crate::llm) fn post(
        &self,
        url: &str,
        headers: &[(&'static str, String)],
        body: Vec<u8>,
        left: Duration,
    ) -> Result<Answer, Broken> {
        let mut request = self.client.post(url).header("content-type", "application/json");
        request = request.header("accept", "application/json").body(body);
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let exchange = async {
            let response = request.send().await.map_err(|err| broken(&err))?;
            read(response).await
        };
        let late =
            || Broken { failure: Reason::Timeout.because("the server did not answer in time"), is_passing: false };
        self.runtime.block_on(async { tokio::time::timeout(left, exchange).await }).unwrap_or_else(|_| Err(late()))
    }
}

impl Http {
    /// Lets go without waiting for a name that is still being looked up.
    pub(in crate::llm) fn close(self) {
        drop(self.client);
        self.runtime.shutdown_background();
    }
}

async fn read(mut response: Response) -> Result<Answer, Broken> {
    let header = |name: &str| Some(response.headers().get(name)?.to_str().ok()?.to_owned());
    let headers = Headers { retry_after: header("retry-after"), should_retry: header("x-should-retry") };
    let (status, location) = (response.status().as_u16(), header("location"));
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|err| broken(&err))? {
        body.extend_from_slice(&chunk);
        if body.len() > MAX_BYTES {
            return Err(Broken { failure: Reason::Http.because("the server sent more than 1 MiB"), is_passing: false });
        }
    }
    Ok(Answer { status, headers, location, body })
}

/// What went wrong, in the words of whoever noticed it; an URL in them is ours and holds no key.
fn broken(err: &reqwest::Error) -> Broken {
    let mut last = String::new();
    let mut cause = err.source();
    while let Some(inner) = cause {
        last = inner.to_string();
        cause = inner.source();
    }
    let what = if err.is_connect() { "the server cannot be reached" } else { "the connection broke" };
    let detail = if last.is_empty() { what.to_owned() } else { format!("{what}: {last}") };
    Broken { failure: Reason::Http.because(detail), is_passing: !err.is_connect() && !err.is_builder() }
}
