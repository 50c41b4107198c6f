//! Kernels with generic parameters as a user runs them: an instance is chosen where it is launched, on the host and from
//! an image.

use std::sync::LazyLock;

use sycl_hls::{Buffer, Errc, Error, NdRange, Queue, Selector, Status};
use sycl_hls_tests::images::{translated, write_image};
use sycl_hls_tests::kernels::instances::instances::{
    Sample, affine, grouped, moving_sum, numbered, step, weighted,
};
use tempfile::TempDir;
use xclbin_tools::Xclbin;
use xclbin_tools::section::IpLayout;

static IMAGES: LazyLock<TempDir> = LazyLock::new(|| TempDir::new().expect("a temporary folder can be made"));

/// The host, and the emulated board with an image.
static QUEUES: LazyLock<[Queue; 2]> = LazyLock::new(|| {
    let image = write_image(&translated("instances.rs"), true, IMAGES.path().join("instances.xclbin"));
    let emulated = Queue::builder(Selector::sw_emu("u200")).with_image(image).build();
    let host = Queue::new(Selector::host()).expect("there is a host device");
    [host, emulated.expect("the board is emulated")]
});

fn moving_sums<const N: usize>(q: &Queue, x: &[i32]) -> Vec<i32>
where
    moving_sum::instances::Kernel: moving_sum::instances::Instance<N>,
{
    let (x, y) = (Buffer::from_slice(x), Buffer::from_vec(vec![0; x.len()]));
    q.submit(|h| {
        let (x, y) = (x.read(h), y.write(h));
        h.single_task(moving_sum::args::<N>(x, y))
    })
    .expect("the group is valid");
    y.into_vec().expect("the kernel succeeds")
}

#[test]
fn a_number_chooses() {
    for q in QUEUES.iter() {
        let x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
        assert_eq!(moving_sums::<2>(q, &x), [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
        assert_eq!(moving_sums::<8>(q, &x), [1, 3, 6, 10, 15, 21, 28, 36, 44, 52]);
    }
}

/// A type is chosen by the buffers, if it is not named. Accessors of any dimensions are slices to the kernel.
#[test]
fn types_follow_from_buffers() -> Result<(), Error> {
    for q in QUEUES.iter() {
        let x = Buffer::from_vec_with_range(vec![1.5_f64, 2.5, 3.5, 4.5], [2, 2])?;
        let y = Buffer::<f64, 3>::zeroed([2, 2, 1])?;
        q.submit(|h| {
            let (x, y) = (x.read(h), y.write(h));
            h.single_task(affine::args(2.0, x, 0.25, y))
        })?;
        assert_eq!(y.into_vec()?, [3.25, 5.25, 7.25, 9.25]);
        let (x, y) = (Buffer::from_slice(&[7_u16]), Buffer::from_vec(vec![0_u16]));
        q.submit(|h| {
            let (x, y) = (x.read(h), y.write(h));
            h.single_task(affine::args::<u16>(3, x, 4, y))
        })?;
        assert_eq!(y.into_vec()?, [25]);
    }
    Ok(())
}

#[test]
fn numbers_follow_from_arrays() -> Result<(), Error> {
    for q in QUEUES.iter() {
        let first = Sample { value: 10, weight: 10 };
        let x: Vec<Sample> = (1..7).map(|value| Sample { value, weight: 2 }).collect();
        let (x, y) = (Buffer::from_vec(x), Buffer::from_vec(vec![[0; 3]; 2]));
        q.submit(|h| {
            let (x, y) = (x.read(h), y.read_write(h));
            h.single_task(weighted::args(first, x, y))
        })?;
        assert_eq!(y.into_vec()?, [[98, 96, 94], [92, 90, 88]]);
    }
    Ok(())
}

/// Rows: F189, F212, F354.
#[test]
fn ranges_of_groups() -> Result<(), Error> {
    for q in QUEUES.iter() {
        let y = Buffer::from_vec(vec![0_u32; 9]);
        let number = |global: usize, local: usize| {
            q.submit(|h| {
                let y = y.read_write(h);
                h.parallel_for(NdRange::new([global], [local]), numbered::args::<4>(y))
            })
        };
        let refused = |global, local| {
            let error = number(global, local).unwrap_err();
            assert_eq!(error.code(), Errc::NdRange);
            error.to_string()
        };
        assert!(
            refused(10, 4)
                .contains("kernel `numbered_4`: [10] items are not a whole number of groups of [4]")
        );
        assert!(refused(8, 2).contains("demands groups of [4] items, and the range has groups of [2]"));
        assert!(refused(8, 0).contains("[0]"));
        number(0, 4)?.wait()?;
        assert_eq!(*y.host_read()?, [0; 9]);
        number(8, 4)?.wait()?;
        assert_eq!(*y.host_read()?, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
        let group = |global: [usize; 2], local: [usize; 2]| {
            q.submit(|h| {
                let y = y.read_write(h);
                h.parallel_for(NdRange::new(global, local), grouped::args(y))
            })
        };
        let range = NdRange::new([2, 4], [1, 2]);
        assert_eq!(
            (range.global(), range.local(), range.group()),
            ([2, 4].into(), [1, 2].into(), [2, 2].into())
        );
        group([2, 4], [1, 2])?.wait()?;
        assert_eq!(*y.host_read()?, [0, 0, 1, 1, 2, 2, 3, 3, 0]);
        assert_eq!(group([2, 4], [1, 3]).unwrap_err().code(), Errc::NdRange);
        assert_eq!(group([2, 4], [1, 0]).unwrap_err().code(), Errc::NdRange);
    }
    Ok(())
}

/// Rows: F094, F211.
#[test]
fn ranges_of_items() -> Result<(), Error> {
    for q in QUEUES.iter() {
        let y = Buffer::from_vec(vec![1_u32; 3]);
        q.submit(|h| {
            let y = y.read_write(h);
            h.parallel_for([2], step::args::<1, _>(7, y))
        })?;
        assert_eq!(y.into_vec()?, [8, 8, 1]);
        let y = Buffer::from_vec(vec![1_u8; 9]);
        q.submit(|h| {
            let y = y.read_write(h);
            h.parallel_for([2, 2, 2], step::args(7, y))
        })?;
        // The event of a command without items is one like any other.
        let none = q.submit(|h| {
            let y = y.read_write(h);
            h.parallel_for([2, 0, 2], step::args(7, y))
        })?;
        let later = q.submit(|h| {
            h.depends_on(&none);
            let first = y.write(h).ranged(1, 0)?;
            h.fill(first, 5)
        })?;
        later.wait()?;
        assert_eq!(none.status(), Status::Complete);
        none.wait()?;
        assert_eq!(y.into_vec()?, [5, 22, 22, 22, 22, 22, 22, 22, 1]);
    }
    Ok(())
}

/// A failure names the instance.
#[test]
fn faults_name_the_instance() {
    let messages = QUEUES.each_ref().map(|q| {
        let (x, y) = (Buffer::from_slice(&[1]), Buffer::from_vec(vec![0, 0]));
        let event = q.submit::<Error>(|h| {
            let (x, y) = (x.read(h), y.write(h));
            h.single_task(moving_sum::args::<8>(x, y))
        });
        event.and_then(|event| event.wait()).expect_err("`x` is too short").to_string()
    });
    assert!(messages.iter().all(|message| message.contains("`moving_sum_8`")), "{messages:#?}");
}

#[test]
fn images_have_each_instance() {
    LazyLock::force(&QUEUES);
    let image = Xclbin::open(&IMAGES.path().join("instances.xclbin")).expect("the image can be read");
    let layout: IpLayout = image.parse().expect("the section is right").expect("there is one");
    let kernels: Vec<&str> = layout.ips.iter().filter_map(|ip| Some(ip.name.split_once(':')?.0)).collect();
    for kernel in ["moving_sum_2", "moving_sum_8", "affine_u16", "weighted_3_m1", "step_3_u8", "copy"] {
        assert!(kernels.contains(&kernel), "{kernel} is not among {kernels:?}");
    }
}
