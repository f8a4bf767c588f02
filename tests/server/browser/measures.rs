//! What a page costs: bytes until something is seen, and the processor's time for what is shown.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, IO, Network, Tracing};
use serde_json::Value;

use super::house::Guest;

impl Guest<'_> {
    /// The bytes of all answers, as they came over the network, until that page is painted.
    pub fn bytes_until_paint(&self, link: &str) -> u64 {
        let enable = Network::Enable {
            max_total_buffer_size: None,
            max_resource_buffer_size: None,
            max_post_data_size: None,
            report_direct_socket_traffic: None,
            enable_durable_messages: None,
        };
        self.tab
            .call_method(enable)
            .expect("a page can be listened to");
        let uncached = Network::SetCacheDisabled {
            cache_disabled: true,
        };
        self.tab
            .call_method(uncached)
            .expect("nothing is kept from before");
        // By time: the bytes of each answer, and when something was painted.
        let seen = Arc::new(Mutex::new((Vec::new(), 0.0)));
        let heard = Arc::clone(&seen);
        let listener = move |event: &Event| {
            let mut seen = heard.lock().expect("nobody has panicked with it");
            match event {
                Event::NetworkLoadingFinished(finished) => {
                    let finished = &finished.params;
                    seen.0
                        .push((finished.timestamp, finished.encoded_data_length));
                }
                Event::PageLifecycleEvent(stage) if stage.params.name == "firstContentfulPaint" => {
                    seen.1 = stage.params.timestamp;
                }
                _ => {}
            }
        };
        let listening = self.tab.add_event_listener(Arc::new(listener));
        let listening = listening.expect("a page can be listened to");
        self.goes(link);
        self.waits("performance.getEntriesByName('first-contentful-paint').length > 0");
        thread::sleep(Duration::from_millis(500));
        let (answers, painted) = seen.lock().expect("nobody has panicked with it").clone();
        assert!(painted > 0.0, "nothing was painted");
        let before = answers.iter().filter(|(at, _)| *at <= painted);
        let bytes = before.map(|(_, bytes)| bytes).sum::<f64>() as u64;
        self.tab
            .remove_event_listener(&listening)
            .expect("it listens");
        bytes
    }

    /// Nothing moves for this guest.
    pub fn wants_no_motion(&self) {
        let feature = Emulation::MediaFeature {
            name: "prefers-reduced-motion".to_string(),
            value: "reduce".to_string(),
        };
        let media = Emulation::SetEmulatedMedia {
            media: None,
            features: Some(vec![feature]),
        };
        self.tab
            .call_method(media)
            .expect("a browser can be told so");
    }

    /// The longest task of the page's thread while something is done, in milliseconds of the processor: what others do on the
    /// machine does not count.
    pub fn longest_task(&self, does: impl FnOnce()) -> f64 {
        let stream = Arc::new(Mutex::new(None));
        let heard = Arc::clone(&stream);
        let listener = move |event: &Event| {
            if let Event::TracingComplete(complete) = event {
                *heard.lock().expect("nobody has panicked with it") =
                    complete.params.stream.clone();
            }
        };
        let listening = self.tab.add_event_listener(Arc::new(listener));
        let listening = listening.expect("a page can be listened to");
        let start = Tracing::Start {
            categories: Some("toplevel,devtools.timeline".to_string()),
            options: None,
            buffer_usage_reporting_interval: None,
            transfer_mode: Some(Tracing::StartTransfer_modeOption::ReturnAsStream),
            stream_format: Some(Tracing::StreamFormat::Json),
            stream_compression: None,
            trace_config: None,
            perfetto_config: None,
            tracing_backend: None,
        };
        self.tab.call_method(start).expect("a page can be traced");
        does();
        self.tab
            .call_method(Tracing::End(None))
            .expect("it is traced");
        let until = Instant::now() + Duration::from_secs(30);
        let handle = loop {
            if let Some(handle) = stream.lock().expect("nobody has panicked with it").take() {
                break handle;
            }
            assert!(Instant::now() < until, "the trace has not come");
            thread::sleep(Duration::from_millis(50));
        };
        self.tab
            .remove_event_listener(&listening)
            .expect("it listens");
        let mut text = String::new();
        loop {
            let read = IO::Read {
                handle: handle.clone(),
                offset: None,
                size: None,
            };
            let part = self.tab.call_method(read).expect("the trace can be read");
            text += &part.data;
            if part.eof {
                break;
            }
        }
        longest(&serde_json::from_str(&text).expect("a trace is JSON"))
    }
}

fn longest(trace: &Value) -> f64 {
    let events = trace["traceEvents"].as_array().expect("it has events");
    let thread = |event: &Value| (event["pid"].clone(), event["tid"].clone());
    let named = |event: &&Value| event["args"]["name"] == "CrRendererMain";
    let mains: Vec<_> = events.iter().filter(named).map(thread).collect();
    let tasks = events.iter().filter(|event| {
        let name = event["name"].as_str().unwrap_or_default();
        name.contains("RunTask") && mains.contains(&thread(event))
    });
    let times = tasks.filter_map(|event| event["tdur"].as_f64());
    times.fold(0.0, f64::max) / 1000.0
}
